import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const REGISTER = join(__dirname, '..', '..', '..', 'testing', 'src', 'register.js');

/**
 * Prints how many files of OpenTelemetry are loaded, without a collector and then with one. prom-client always loads the API
 * package, which does nothing by itself.
 */
const PROGRAM = `
  const { Tracing } = require(${JSON.stringify(join(__dirname, '..', 'index.ts'))});
  const loaded = () => Object.keys(require.cache).filter((file) => /@opentelemetry.(?!api.)/.test(file)).length;
  const env = {
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf', OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: 1,
    OTEL_EXPORTER_OTLP_HEADERS: '', OTEL_RESOURCE_ATTRIBUTES: '', OTEL_BSP_SCHEDULE_DELAY: 5000,
    OTEL_BSP_MAX_QUEUE_SIZE: 2048, OTEL_SDK_DISABLED: false,
  };
  const on = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  (async () => {
    const counts = [];
    for (const each of [env, { ...on, OTEL_SDK_DISABLED: true }, on]) {
      const tracing = await Tracing.open('reviews', each);
      counts.push(loaded());
      await tracing.close();
    }
    console.log(JSON.stringify(counts));
  })();`;

describe('The SDK of OpenTelemetry', () => {
  it('is loaded only with a collector', async () => {
    const program = ['--conditions=@plaudit/source', '-r', REGISTER, '-e', PROGRAM];
    const { stdout } = await promisify(execFile)(process.execPath, program);
    const [without, disabled, withCollector] = JSON.parse(stdout) as [number, number, number];
    expect([without, disabled]).toEqual([0, 0]);
    expect(withCollector).toBeGreaterThan(10);
  });
});
