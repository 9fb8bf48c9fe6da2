# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds real programs with Google Benchmark's benchmarks, and copies of them in which one row of the table is slower by a
known part of its processor time."""

import json
import os
import shutil
import statistics
import struct
import subprocess
import sys

PERCENT = {"plus3": 3, "plus10": 10, "plus30": 30}
# A plant is a row of the table and the place of its work, "@", in the timed loop, before an expression. Its rows take some
# microseconds or more: in a shorter one the loop of the work would also spoil what the branch predictor has learnt.
PROGRAMS = {
    "snappy": {
        "program": "snappy_benchmark", "source": "snappy_benchmark.cc",
        "flags": ["-DSNAPPY_BUILD_TESTS=OFF", "-DSNAPPY_INSTALL=OFF"],
        "filter": "^(BM_UFlat/[06]/1|BM_UValidate/[04]/1|BM_UIOVecSink/0|BM_ZFlat/[06]/1)$",
        "plants": {
            "BM_UFlat/6/1": ("file_index == 6 && state.range(1) == 1",
                             "{\n    @CHECK(snappy::RawUncompress(zcontents.data(), zcontents.size(), dst))"),
            "BM_UValidate/0/1": ("file_index == 0 && state.range(1) == 1",
                                 "{\n    @CHECK(snappy::IsValidCompressedBuffer(zcontents.data(), zcontents.size()))"),
            "BM_ZFlat/0/1": ("file_index == 0 && level == 1",
                             "{\n    @snappy::RawCompress(contents.data(), contents.size(), dst, &zsize,")}},
    "crc32c": {
        "program": "crc32c_bench", "source": "src/crc32c_benchmark.cc",
        "flags": ["-DCRC32C_BUILD_TESTS=OFF", "-DCRC32C_USE_GLOG=OFF", "-DCRC32C_INSTALL=OFF"],
        "filter": "Public/256$|/(4096|65536)$",
        "plants": {
            "CRC32CBenchmark/Portable/4096": ("block_size_ == 4096",
                                              "\n    @crc = crc32c::ExtendPortable(crc, block_buffer_, block_size_);"),
            "CRC32CBenchmark/Sse42/65536": ("block_size_ == 65536",
                                            "\n    @crc = crc32c::ExtendSse42(crc, block_buffer_, block_size_);")}},
    "croaring": {
        "program": "synthetic_bench", "source": "microbenchmarks/synthetic_bench.cpp",
        "flags": ["-DENABLE_ROARING_TESTS=OFF", "-DENABLE_ROARING_MICROBENCHMARKS=ON", "-DROARING_USE_CPM=OFF"],
        "filter": "^(r64ContainsHit/10000/256|setContainsHit/10000/1|r64Insert/10000/256|cppInsert/10000/(1|256)|"
                  "setInsert/1000/256|r64PortableSerialize/10000/65536|cppPortableDeserialize/10000/256)$",
        "plants": {
            "r64Insert/10000/256": ("count == 10000 && step == 256",
                                    "        }\n        @roaring64_bitmap_free(r);\n    }\n    state.SetItems"),
            "setInsert/1000/256": ("i + 1 == count && count == 1000 && step == 256",
                                   "            @set.insert(val);\n        }\n    }\n    state.Set")}},
}
# The planted programs of one build are copies of it that differ in these 16 bytes: which plant works, and for how many steps.
# So the code of all other rows is the same to the byte.
MARK = b"planted: nothing"
PLANTED_WORK = """
volatile extern const unsigned long planted[2] = {0x%xUL, 0x%xUL};
static inline void PlantedWork(unsigned long plant, bool is_row) {
  if (!is_row || planted[0] != plant) return;
  for (unsigned long left = planted[1]; left != 0; --left) asm volatile("" : "+r"(left));
}
""" % struct.unpack("=QQ", MARK)
OUR_BENCHMARK = """# In place of the submodule: the installed one.
find_package(benchmark REQUIRED)
foreach(name benchmark benchmark_main)
  add_library(${name} INTERFACE)
  target_link_libraries(${name} INTERFACE benchmark::${name})
endforeach()
"""


def call(*command, **options):
    result = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            check=False, **options)
    if result.returncode != 0:
        sys.exit(f"{command}: {result.stdout}")
    return result.stdout


def built(name, checkout, folder, flags, is_planted=False):
    """A program of a copy of the sources, with the installed Google Benchmark."""
    about = PROGRAMS[name]
    copy = folder / "source"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(checkout, copy, ignore=shutil.ignore_patterns(".git"))
    if (copy / "third_party").is_dir():
        (copy / "third_party/benchmark").mkdir(exist_ok=True)
        (copy / "third_party/benchmark/CMakeLists.txt").write_text(OUR_BENCHMARK)
    if is_planted:
        source = (copy / about["source"]).read_text()
        for number, (is_row, place) in enumerate(about["plants"].values()):
            before, after = place.split("@")
            assert source.count(before + after) == 1, f"{about['source']} is another one now: {place}"
            source = source.replace(before + after, f"{before}PlantedWork({number}, {is_row}), {after}")
        (copy / about["source"]).write_text(PLANTED_WORK + source)
    call("cmake", "-S", copy, "-B", folder / "build", "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_C_FLAGS_RELEASE={flags}",
         f"-DCMAKE_CXX_FLAGS_RELEASE={flags}", *about["flags"])
    call("cmake", "--build", folder / "build", "--target", about["program"], "--parallel", os.cpu_count())
    return next(path for path in (folder / "build").rglob(about["program"]) if path.is_file())


def plant(program, copy, number, steps):
    bytes_ = program.read_bytes()
    assert bytes_.count(MARK) == 1
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(bytes_.replace(MARK, struct.pack("=QQ", number, steps)))
    copy.chmod(0o755)
    return copy


def min_time(program, seconds):
    """Newer ones want the unit."""
    return f"--benchmark_min_time={seconds}" + ("s" if "<float>s" in call(program, "--help") else "")


def measured(program, row):
    result = subprocess.run([program, f"--benchmark_filter=^{row}$", min_time(program, 0.02), "--benchmark_format=json"],
                            text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    (run,) = json.loads(result.stdout)["benchmarks"]
    assert run["time_unit"] == "ns"
    return run["cpu_time"]


def ratios(base, programs, row, rounds):
    """Of each program to the base: the median of the rounds, in which all take turns, and half its 95 % interval."""
    every = []
    for number in range(rounds):
        turn = [base, *programs] if number % 2 == 0 else [*reversed(programs), base]
        times = {program: measured(program, row) for program in turn}
        every.append([times[program] / times[base] for program in programs])
    found = []
    for values in zip(*every):
        values, reach = sorted(values), 0.98 * rounds**0.5
        low, high = values[max(0, int(rounds / 2 - reach))], values[min(rounds - 1, int(rounds / 2 + reach))]
        found.append((statistics.median(values), (high - low) / 2))
    return found


def calibrated(template, folder, number, row, rounds):
    """The planted programs of a row, with their ratios of processor time as measured."""
    programs, base = {}, folder / "plus0" / template.name
    for variant, percent in PERCENT.items():
        wanted = percent / 100
        programs[variant] = folder / f"{variant}_{number}" / base.name
        steps = wanted * measured(base, row) * 2.5
        for _ in range(5):
            plant(template, programs[variant], number, int(steps))
            ((ratio, _),) = ratios(base, [programs[variant]], row, rounds // 3)
            if abs(ratio - 1 - wanted) < max(0.003, 0.05 * wanted):
                break
            steps *= min(4, wanted / max(ratio - 1, wanted / 4))
    return {variant: {"program": str(programs[variant]), "ratio": ratio, "half_interval": reach}
            for variant, (ratio, reach) in zip(programs, ratios(base, list(programs.values()), row, rounds))}


def prepared(name, checkout, folder, rounds):
    """The built programs of one source; those that an earlier call has left, where the source is the same."""
    commit = call("git", "-C", checkout, "rev-parse", "HEAD").strip()
    record = folder / "built.json"
    if record.exists() and json.loads(record.read_text())["commit"] == commit:
        return json.loads(record.read_text())
    print(f"building {name}", flush=True)
    result = {"commit": commit, "plants": {}}
    for variant in ("old", "equal", "O0"):
        flags = "-O0 -DNDEBUG" if variant == "O0" else "-O2 -DNDEBUG"
        result[variant] = str(built(name, checkout, folder / variant, flags))
    template = built(name, checkout, folder / "planted", "-O2 -DNDEBUG", is_planted=True)
    result["plus0"] = str(plant(template, folder / "plus0" / template.name, 0, 0))
    for number, row in enumerate(PROGRAMS[name]["plants"]):
        result["plants"][row] = calibrated(template, folder, number, row, rounds)
        print(f"  {row}:", ", ".join(f"{variant} {one['ratio']:.4f} ± {one['half_interval']:.4f}"
                                     for variant, one in result["plants"][row].items()), flush=True)
    record.write_text(json.dumps(result, indent=1))
    return result
