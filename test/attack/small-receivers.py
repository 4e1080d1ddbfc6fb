"""Clients with a receive buffer of 2,304 bytes, which Node cannot set. They send requests and never read.

Arguments: port, number of clients, seconds after which they end in any case. Standard input has one line for each kind of
client up to an empty line: a JSON list of the text that it sends and of whether it closes its sending side then. The
clients are of each kind in turn. Prints `sent`, and ends with its input.
"""
import json
import select
import socket
import sys

port, count, seconds = map(int, sys.argv[1:4])
kinds = [json.loads(line) for line in iter(sys.stdin.readline, "\n")]
clients = []
for nth in range(count):
    client = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2304)
    client.settimeout(10)
    client.connect(("127.0.0.1", port))
    text, is_closing = kinds[nth % len(kinds)]
    client.sendall(text.encode())
    if is_closing:
        client.shutdown(socket.SHUT_WR)
    clients.append(client)
print("sent", flush=True)
select.select([sys.stdin], [], [], seconds)
