#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs ci/examples/slurm/suite_array on a cluster of two nodes, both of them this machine.

    slurm_test.py TICKBENCH SUITE

The suite measures on OpenCL. Exit status 77: Slurm or munge is not here (Debian: slurm-wlm, munge).
"""
import getpass
import json
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "examples" / "slurm" / "suite_array"
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "sinfo", "scontrol")
NODES = ("n1", "n2")
IDS = [f"opencl/{name}" for name in (
    "copy/1024", "copy/65536", "copy/1048576", "empty", "saxpy/1024", "saxpy/65536", "saxpy/1048576", "matmul/32",
    "matmul/64", "matmul/128", "matmul_tiled/32", "matmul_tiled/64")]
FILTER = f"--benchmark_filter=^({'|'.join(IDS)})$"
FLAGS = ["--tickbench_device=opencl", FILTER]


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    """Its daemons stay in the foreground, as children of this program."""

    def __init__(self, folder):
        self.folder = folder
        self.daemons = {}
        munge = folder / "munge"
        munge.mkdir(mode=0o700)
        (munge / "key").write_bytes(secrets.token_bytes(1024))
        (munge / "key").chmod(0o600)
        host = socket.gethostname().split(".")[0]
        controller, *ports = free_ports(1 + len(NODES))
        lines = ["ClusterName=tickbench", f"SlurmctldHost={host}(127.0.0.1)", f"SlurmctldPort={controller}",
                 f"SlurmUser={getpass.getuser()}", f"SlurmdUser={getpass.getuser()}", "AuthType=auth/munge",
                 f"AuthInfo=socket={munge}/socket", "CredType=cred/munge", "MpiDefault=none",
                 "ProctrackType=proctrack/linuxproc", "TaskPlugin=task/none", "SelectType=select/cons_tres",
                 "SelectTypeParameters=CR_Core", "ReturnToService=0", f"StateSaveLocation={folder}/state",
                 f"SlurmdSpoolDir={folder}/%n", f"SlurmctldPidFile={folder}/controller.pid",
                 f"SlurmdPidFile={folder}/%n.pid", "SlurmdTimeout=10", "BatchStartTimeout=10"]
        for name, port in zip(NODES, ports):
            lines.append(f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1")
        lines.append("PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP")
        (folder / "slurm.conf").write_text("\n".join(lines) + "\n")
        for name in ("state", *NODES):
            (folder / name).mkdir()
        os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
        self.start("munged", "--foreground", "--force", f"--key-file={munge}/key", f"--socket={munge}/socket",
                   f"--pid-file={munge}/pid", f"--log-file={munge}/log", f"--seed-file={munge}/seed")
        self.wait(lambda: (munge / "socket").exists())
        self.start("slurmctld", "-D")
        for name in NODES:
            self.start("slurmd", "-D", "-N", name)
        self.wait(lambda: self.states() == ["idle"] * len(NODES))

    def start(self, program, *arguments):
        name = " ".join((program, *arguments[-1:])) if program == "slurmd" else program
        with (self.folder / f"{name}.log").open("w") as log:
            self.daemons[name] = subprocess.Popen([program, *arguments], stdout=log, stderr=log)

    def wait(self, holds, seconds=30):
        end = time.monotonic() + seconds
        while not holds():
            dead = [name for name, daemon in self.daemons.items() if daemon.poll() is not None]
            if dead or time.monotonic() > end:
                logs = "".join(path.read_text()[-2000:] for path in self.folder.glob("*.log"))
                raise RuntimeError(f"the cluster does not come up; ended: {dead}\n{logs}")
            time.sleep(0.2)

    @staticmethod
    def states():
        found = subprocess.run(["sinfo", "--noheader", "--Node", "--format=%T"], capture_output=True, text=True,
                               check=False)
        return found.stdout.split()

    def kill_node(self, name):
        """With all that runs on it."""
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                environment = pathlib.Path("/proc", pid, "environ").read_bytes().split(b"\0")
            except OSError:
                continue
            if f"SLURMD_NODENAME={name}".encode() in environment:
                os.kill(int(pid), signal.SIGKILL)
        daemon = self.daemons.pop(f"slurmd {name}")
        daemon.kill()
        daemon.wait()
        for step in subprocess.run(["pgrep", "-f", f"slurmstepd: .*{name}|slurmd -D -N {name}"], capture_output=True,
                                   text=True, check=False).stdout.split():
            os.kill(int(step), signal.SIGKILL)

    def stop(self):
        for daemon in reversed(self.daemons.values()):
            daemon.terminate()
        for daemon in self.daemons.values():
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()


def rows_of(path):
    """What is neither the host's nor a time: each row's id, its outcome, and the names of what it states."""
    rows = json.loads(path.read_text())["benchmarks"]
    return sorted((row["tickbench"]["id"], row["tickbench"]["outcome"], sorted(row["tickbench"]["metrics"]),
                   sorted(row["tickbench"]["settings"].items())) for row in rows)


class Array(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "cluster").mkdir()
        self.cluster = Cluster(self.folder / "cluster")
        self.addCleanup(self.cluster.stop)
        self.out = self.folder / "with space"

    def command(self, *flags, tasks=4):
        return [str(SCRIPT), str(tasks), SUITE, str(self.out), "--time=10", "--", *FLAGS, *flags]

    def test_the_merged_file_is_that_of_a_local_run(self):
        done = subprocess.run(self.command("--tickbench_budget=0.05"), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("12 benchmarks expected: 12 measured, 0 not", done.stderr)
        nodes = {one["context"]["host_name"] for one in
                 json.loads((self.out / "results.json").read_text())["context"]["tickbench"]["runs"]}
        self.assertEqual(len(nodes), 1, "both nodes are this machine")
        local = self.folder / "local.json"
        subprocess.run([SUITE, *FLAGS, "--tickbench_budget=0.05", f"--benchmark_out={local}"], check=True,
                       capture_output=True)
        self.assertEqual(rows_of(self.out / "results.json"), rows_of(local))

    def test_benchmarks_of_a_node_that_dies_are_named(self):
        # Long enough that both nodes are at work when one of them dies.
        script = subprocess.Popen(self.command("--tickbench_budget=2", tasks=2), stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)
        self.cluster.wait(lambda: all((self.out / f"task_{i}.log").exists() for i in (0, 1)), 60)
        killed = subprocess.run(["squeue", "--noheader", "--nodelist=n2", "--format=%K"], capture_output=True, text=True,
                                check=True).stdout.split()
        self.assertEqual(len(killed), 1)
        self.cluster.kill_node("n2")
        printed, said = script.communicate(timeout=180)
        lost = (self.out / f"ids.{killed[0]}").read_text().split()
        self.assertEqual(len(lost), 6)
        self.assertEqual(script.returncode, 1, printed + said)
        for id in IDS:
            self.assertEqual(f"lost: '{id}': no file has it" in said, id in lost, said)
        self.assertEqual([row[:2] for row in rows_of(self.out / "results.json")],
                         sorted((id, "passed") for id in IDS if id not in lost))

    def test_a_node_without_the_device_is_no_pass(self):
        command = self.command(tasks=2)
        command[command.index(FLAGS[0])] = "--tickbench_device=opencl:no such device"
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        for id in IDS:
            self.assertIn(f"skipped: '{id}': no_device: ", done.stderr)
        self.assertIn("12 benchmarks expected: 0 measured, 12 not", done.stderr)


if __name__ == "__main__":
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        print(f"not here: {', '.join(missing)} (Debian: slurm-wlm, munge)")
        sys.exit(77)
    os.environ["TICKBENCH"], SUITE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1], verbosity=2)
