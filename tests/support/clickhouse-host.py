"""A ClickHouse server from the library of the npm package chdb: DATA-FOLDER LIBRARY HTTP-PORT [NATIVE-PORT CONFIG-FILE]. Ends with its parent."""

import ctypes
import os
import sys
import threading
import time

folder, library, port = sys.argv[1:4]
native = sys.argv[4:6]
parent = os.getppid()


def watch():
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)


threading.Thread(target=watch, daemon=True).start()
arguments = [
    "clickhouse",
    f"--path={folder}",
    f"--http_port={port}",
    "--listen_host=127.0.0.1",
    *([f"--tcp_port={native[0]}", f"--config-file={native[1]}"] if native else []),
    "--query=SYSTEM START LISTEN HTTP; " + ("SYSTEM START LISTEN TCP; " if native else "") +
    "SELECT sleepEachRow(3) FROM system.numbers FORMAT Null SETTINGS max_block_size = 1",
]
encoded = [argument.encode() for argument in arguments]
run = ctypes.CDLL(library).query_stable_v2
run.restype = ctypes.c_void_p
run(len(encoded), (ctypes.c_char_p * len(encoded))(*encoded))
