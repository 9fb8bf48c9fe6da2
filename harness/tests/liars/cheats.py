# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Of each benchmark of cheats.cpp: its outcome, and a part of its message, of its row's label or of its notes."""

CHEATS = {
    "result_of_the_first_launch": ("wrong_result", "they are the results of an input before it"),
    "only_the_first_of_a_bracket": ("wrong_result", "does not give its results in each launch of a bracket"),
    "more_once_it_is_measured": ("passed", "in its trial "),
    "twice_what_was_checked": ("passed", "measures another launch than was checked"),
    "writes_what_nobody_checks": ("passed", "writes a buffer that no check covers"),
    "reads_what_no_launch_takes": ("passed", "reads a buffer that no launch takes"),
    "keeps_its_first_input": ("mistrusted", "calls of random"),
    "expected_values_read_the_device": ("invalid_benchmark", "expected values that are the host's alone"),
    "reference_idle_once_it_is_checked": ("wrong_result", "it keeps results, or changes its input"),
    "reference_that_changes_its_input": ("wrong_result", "it keeps results, or changes its input"),
    "output_that_takes_no_poison": ("invalid_benchmark", "expected its function read to give what its function write"),
    "output_over_a_tenth_of_its_buffer": ("passed", "checks 10 % of a buffer"),
    "inputs_of_its_own": ("mistrusted", "std::random_device"),
    "results_of_the_benchmark_before": ("invalid_benchmark", "expected a buffer that 'elsewhere over 16384' writes"),
    "one_constant": ("mistrusted", "could pass"),
    "inout_left_as_it_was": ("invalid_benchmark", "expected a buffer that 'elsewhere over 16384' writes"),
    "expected_of_the_device": ("invalid_benchmark", "expected a buffer that 'elsewhere over 16384' writes"),
    "range_too_small": ("wrong_result", "15360 of 16384 elements are wrong"),
    "smaller_after_the_check": ("wrong_result", "where its input changes between launches"),
    "no_check": ("invalid_benchmark", "verify"),
    "checked_too_late": ("invalid_benchmark", "expected before state.measure"),
    "nothing_to_check": ("nothing_to_check", "nothing_to_check"),
    "half_off": ("passed", "loose tolerance"),
    "zeros_within_the_tolerance": ("mistrusted", "zero"),
    "endless_tolerance": ("invalid_benchmark", "finite amounts"),
    "an_output_of_no_elements": ("invalid_benchmark", "expected an output with elements"),
    "idle_reference": ("wrong_result", "the reference serial (not the device)"),
    "excused_from_the_second_check": ("passed", "not checked after the timing: its author says so"),
    "excused_from_the_peak": ("impossible_rate", "by what state.flops declares"),
    "endless_bytes": ("invalid_benchmark", "expected a finite number"),
    "negative_flops": ("invalid_benchmark", "expected a finite number of at least 0"),
}
# Of kernels in OpenCL C.
REMEMBERING = {
    "remembers_by_its_output": ("wrong_result", "it keeps them, or skips what seems done"),
    "remembers_its_input": ("passed", "keeps results: "),
    "remembers_many_inputs": ("passed", "keeps results: "),
    "remembers_an_element": ("wrong_result", "where its input changes between launches: 1 of 16384 elements are wrong"),
}
CALLABLES = {
    "another_queue": ("invalid_benchmark", "no longer than nothing does"),
    "a_wait_for_an_event": ("invalid_benchmark", "waits for the device"),
}
# How it ends, and why nobody can tell. One that fails all the same has no reason to stand here.
HIDDEN = {
    "results_of_the_host": ("passed", "the results are right: who computed them cannot be seen"),
}
# Without a measurement nothing was timed, and no reference.
NOT_WHEN_VERIFYING = {*REMEMBERING, "result_of_the_first_launch", "only_the_first_of_a_bracket",
                      "more_once_it_is_measured", "inputs_of_its_own",
                      "reference_idle_once_it_is_checked", "reference_that_changes_its_input", "keeps_its_first_input",
                      "smaller_after_the_check", "checked_too_late", "excused_from_the_second_check",
                      "excused_from_the_peak"}
