const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Ends a run with one line that any CI can read: `N passed, N failed, N skipped`. With TEST_OUTCOME set, it writes the counts
 * of the run and of each file to that path instead, for `programs/test.ts`.
 */
module.exports = class SummaryReporter {
  onRunComplete(_contexts, results) {
    const total = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    const path = process.env.TEST_OUTCOME;
    if (path) writeFileSync(path, JSON.stringify({ ...total, files: filesOf(results), worlds: worlds() }));
    else process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
  }
};

function filesOf({ testResults }) {
  return testResults.map((file) => ({
    path: file.testFilePath,
    seconds: (file.perfStats.end - file.perfStats.start) / 1_000,
    passed: file.numPassingTests,
    failed: file.numFailingTests + (file.testExecError ? 1 : 0),
    skipped: file.numPendingTests + file.numTodoTests,
  }));
}

/** Returns how many worlds the specs have started. `startWorld` writes a character for each. */
function worlds() {
  const path = join(process.env.PLAUDIT_TEST_RUN ?? '', 'worlds');
  return existsSync(path) ? readFileSync(path, 'utf8').length : 0;
}
