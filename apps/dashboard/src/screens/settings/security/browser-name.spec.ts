import { browserName } from './browser-name';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36';

describe('the name of a browser', () => {
  it.each([
    [CHROME, 'Chrome', 'Windows'],
    [`${CHROME} Edg/141.0`, 'Edge', 'Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15', 'Safari', 'macOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) CriOS/141.0 Safari/604.1', 'Chrome', 'iPhone'],
    ['Mozilla/5.0 (Linux; Android 16) Chrome/141.0 Mobile Safari/537.36', 'Chrome', 'Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox', 'Linux'],
    ['curl/8.9.1', 'curl', null],
    ['', null, null],
  ])('in %j is %s on %s', (agent, browser, system) => {
    expect(browserName(agent)).toEqual({ browser, system });
  });
});
