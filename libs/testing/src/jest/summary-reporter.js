const { writeFileSync } = require('node:fs');

/**
 * Ends a run with one line that any CI can read: `N passed, N failed, N skipped`. With TEST_OUTCOME set, it also writes
 * the counts of the run and of each failed file to that path, for `programs/run-twice.ts`.
 */
module.exports = class SummaryReporter {
  onRunComplete(_contexts, results) {
    const total = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
    const path = process.env.TEST_OUTCOME;
    if (path) writeFileSync(path, JSON.stringify({ ...total, failedFiles: failedFilesOf(results) }));
  }
};

function failedFilesOf({ testResults }) {
  return testResults
    .filter(({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError)
    .map((file) => ({
      path: file.testFilePath,
      passed: file.numPassingTests,
      failed: file.numFailingTests + (file.testExecError ? 1 : 0),
      skipped: file.numPendingTests + file.numTodoTests,
    }));
}
