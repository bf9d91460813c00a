// A short synthesized sound for a move, and vibration on a phone if wanted.

let context = null;
const quiet = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the device can vibrate. */
export const canTremble = () => typeof navigator.vibrate === "function" && matchMedia("(pointer: coarse)").matches;

/** Vibrates for a move, twice at the end of a game; not with reduced motion. */
export function tremble({ isOver = false } = {}) {
  if (!quiet.matches) navigator.vibrate?.(isOver ? [20, 60, 20] : 15);
}

/** Plays the sound of a move; at the end of a game two tones, the second higher. */
export function sound({ isOver = false } = {}) {
  context ??= new AudioContext();
  const tones = isOver ? [440, 660] : [330];
  tones.forEach((frequency, index) => {
    const [tone, loudness] = [context.createOscillator(), context.createGain()];
    const at = context.currentTime + index * 0.14;
    tone.type = "triangle";
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0.15, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.12);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.12);
  });
}
