#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of the page on reliability are those of the lists, and the lists are sound."""
import unittest

import mutants_test
import tables
from mutant import ROOT

PAGE = ROOT / "harness/docs/reliability.md"


class Page(unittest.TestCase):
    def test_has_the_tables_of_the_lists(self):
        for table in tables.all_tables():
            self.assertIn(table, PAGE.read_text(), "take it anew: python3 benchmarks/tests/mutants/tables.py")


class Lists(unittest.TestCase):
    """That each defect can still be made is seen where the trials are listed."""

    def setUp(self):
        trials = [*mutants_test.kernel_trials(), *mutants_test.host_trials()]
        self.mutants = {trial.name: trial.mutant for trial in trials if not trial.is_control()}

    def test_have_no_defect_twice(self):
        defects = [(name.rpartition("_")[0], mutant.old, mutant.new) for name, mutant in self.mutants.items()]
        self.assertEqual(len(defects), len(set(defects)))

    def test_are_as_long_as_the_page_promises(self):
        self.assertGreaterEqual(len(self.mutants), 200)

    def test_name_mutants_that_there_are(self):
        self.assertLessEqual(mutants_test.SAMPLE, set(self.mutants))


if __name__ == "__main__":
    unittest.main()
