"""What ci/stores.sh needs beside the command.

`proxy PORT TO FAULT EVERY`: hands requests on to the server on port TO; every EVERY-th of them goes wrong: `error` (500), `late`
(no answer for longer than anybody waits), `half` (half of the answer, and the connection ends). With `hold` and `deny` it
is every second part of an upload in parts that goes wrong: it is not answered at all, or refused.
`bucket PORT NAME`: makes a bucket. `user PORT`: makes a user, and prints the user's keys. `get PORT BUCKET KEY FILE`: fetches an
object. `put PORT BUCKET KEY FILE`: puts one. `list PORT BUCKET`: prints the keys of all objects, `uploads PORT BUCKET`: of
all uploads in parts that have begun and not ended. `public PORT BUCKET KEY`: lets everybody read an object.
"""

import http.client
import http.server
import itertools
import sys
import time


def client(port, service="s3"):
    import boto3

    return boto3.client(service, endpoint_url=f"http://127.0.0.1:{port}", region_name="us-east-1")


def proxy(port, to, fault, every):
    numbers = itertools.count(1)

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            bad = next(numbers) % every == 0
            if fault in ("hold", "deny") and "partNumber=2&" in f"{self.path}&":
                print(fault, flush=True)
                if fault == "hold":
                    time.sleep(3600)
                self.send_response(403)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            if bad and fault == "error":
                self.send_response(500)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            if bad and fault == "late":
                time.sleep(5)
                self.close_connection = True
                return
            server = http.client.HTTPConnection("127.0.0.1", to)
            server.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            for name, value in self.headers.items():
                server.putheader(name, value)
            server.endheaders(body or None)
            answer = server.getresponse()
            content = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("connection", "transfer-encoding", "date", "server"):
                    self.send_header(name, value)
            if self.command != "HEAD" and answer.getheader("Content-Length") is None:
                self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if bad and fault == "half":
                self.wfile.write(content[: len(content) // 2])
                self.close_connection = True
                return
            self.wfile.write(content)

        do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = handle_any

        def log_message(self, *_):
            pass

    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

    Server(("127.0.0.1", port), Handler).serve_forever()


def main():
    verb, port, rest = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    if verb == "proxy":
        proxy(port, int(rest[0]), rest[1], int(rest[2]) if rest[2:] else 1 << 60)
    elif verb == "bucket":
        for attempt in range(100):
            try:
                client(port).create_bucket(Bucket=rest[0])
                return
            except Exception:
                if attempt == 99:
                    raise
                time.sleep(0.2)
    elif verb == "user":
        iam = client(port, "iam")
        iam.create_user(UserName="worker")
        allow = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:*","Resource":"*"}]}'
        iam.put_user_policy(UserName="worker", PolicyName="all", PolicyDocument=allow)
        key = iam.create_access_key(UserName="worker")["AccessKey"]
        print(key["AccessKeyId"], key["SecretAccessKey"])
    elif verb == "get":
        client(port).download_file(rest[0], rest[1], rest[2])
    elif verb == "put":
        client(port).upload_file(rest[2], rest[0], rest[1])
    elif verb == "public":
        client(port).put_object_acl(Bucket=rest[0], Key=rest[1], ACL="public-read")
    elif verb == "uploads":
        for upload in client(port).list_multipart_uploads(Bucket=rest[0]).get("Uploads", []):
            print(upload["Key"])
    elif verb == "list":
        for page in client(port).get_paginator("list_objects_v2").paginate(Bucket=rest[0]):
            for item in page.get("Contents", []):
                print(item["Key"])


if __name__ == "__main__":
    main()
