// A short sound for a move, made here: no file is fetched. And the trembling of a phone, for who wants it.

let context = null;
const quiet = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether something here could tremble. */
export const canTremble = () => typeof navigator.vibrate === "function" && matchMedia("(pointer: coarse)").matches;

/** A move is felt; a game that is over twice. Nothing moves for those who asked for that. */
export function tremble({ isOver = false } = {}) {
  if (!quiet.matches) navigator.vibrate?.(isOver ? [20, 60, 20] : 15);
}

/** The sound of a move; a game that is over sounds twice, the second time higher. */
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
