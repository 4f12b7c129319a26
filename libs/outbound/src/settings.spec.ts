import { outboundPolicy, OutboundSettingsError, parseAllowHosts, parseOriginOverrides } from './settings';

const NONE = {
  ALLOW_LOOPBACK: false,
  OUTBOUND_ALLOW_HOSTS: '',
  ORIGIN_OVERRIDES: '',
  NODE_ENV: 'production',
};

describe('outbound settings', () => {
  test('allow nothing by default', () => {
    expect(outboundPolicy(NONE)).toEqual({ allowLoopback: false, allowHosts: [], originOverrides: {} });
  });

  test('are lists of hosts and overrides', () => {
    expect(parseAllowHosts(' Receiver:9000, [::1]:80 ,')).toEqual(['receiver:9000', '[::1]:80']);
    expect(
      parseOriginOverrides(
        'https://itunes.apple.com=http://127.0.0.1:9100, https://A.example:443/=http://standin',
      ),
    ).toEqual({ 'https://itunes.apple.com': 'http://127.0.0.1:9100', 'https://a.example': 'http://standin' });
  });

  test.each([
    ['receiver'],
    ['receiver:0'],
    ['receiver:65536'],
    ['http://receiver:80'],
    ['a b:80'],
    ['*.x:80'],
  ])('refuse the host "%s" and name it', (entry) => {
    expect(() => parseAllowHosts(`ok:80,${entry}`)).toThrow(
      `OUTBOUND_ALLOW_HOSTS: "${entry}" is not host:port`,
    );
  });

  test.each([
    ['https://a.example'],
    ['https://a.example='],
    ['=http://127.0.0.1'],
    ['a.example=http://127.0.0.1'],
    ['https://a.example/path=http://127.0.0.1'],
    ['https://a.example=http://127.0.0.1/path'],
    ['https://a.example=http://u@127.0.0.1'],
    ['https://a.example=http://x=y'],
    ['ftp://a.example=http://127.0.0.1'],
  ])('refuse the override "%s" and name it', (entry) => {
    expect(() => parseOriginOverrides(entry)).toThrow(
      `ORIGIN_OVERRIDES: "${entry}" is not a pair of origins`,
    );
  });

  test('refuse two overrides of one origin', () => {
    expect(() => parseOriginOverrides('https://a.example=http://b,https://a.example=http://c')).toThrow(
      'https://a.example is named twice',
    );
  });

  test('refuse loopback in production and report every problem at once', () => {
    const settings = {
      ALLOW_LOOPBACK: true,
      OUTBOUND_ALLOW_HOSTS: 'x',
      ORIGIN_OVERRIDES: 'y',
      NODE_ENV: 'production',
    };
    const problems = catchProblems(() => outboundPolicy(settings));
    expect(problems).toHaveLength(3);
    expect(problems[0]).toBe('ALLOW_LOOPBACK must not be true when NODE_ENV is production');
    expect(outboundPolicy({ ...NONE, ALLOW_LOOPBACK: true, NODE_ENV: 'test' }).allowLoopback).toBe(true);
  });
});

function catchProblems(run: () => unknown): readonly string[] {
  try {
    run();
    return [];
  } catch (error) {
    if (error instanceof OutboundSettingsError) return error.problems;
    throw error;
  }
}
