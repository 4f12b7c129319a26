const { default: Sequencer } = require('@jest/test-sequencer');

const LONG = /\.(long|release|e2e)\.spec\.ts$/;

/**
 * Starts the long spec files, and those that use the whole product, before the others. Without the times of an earlier run, as
 * in CI, jest starts large files first, and small files that take long, such as random walks, would be the last ones: one worker
 * would wait for the other.
 */
module.exports = class LongFilesFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path }) => LONG.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};
