import {
  outboundPolicy,
  OutboundSettingsError,
  parseAllowHosts,
  parseDenyCidrs,
  parseDenyHosts,
  parseOriginOverrides,
} from './settings';

const NONE = {
  ALLOW_LOOPBACK: false,
  OUTBOUND_ALLOW_HOSTS: '',
  OUTBOUND_DENY_CIDRS: '',
  OUTBOUND_DENY_HOSTS: '',
  ORIGIN_OVERRIDES: '',
};

describe('outbound settings', () => {
  test('allow nothing by default', () => {
    expect(outboundPolicy(NONE)).toEqual({
      allowLoopback: false,
      allowHosts: [],
      denyCidrs: [],
      denyNames: [],
      originOverrides: {},
    });
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

  test('are lists of denied ranges and names', () => {
    expect(parseDenyCidrs(' 203.0.113.0/24, 2001:db8::/32 ,')).toEqual(['203.0.113.0/24', '2001:db8::/32']);
    expect(parseDenyHosts(' Partner.example., .Corp.example, bücher.example,db')).toEqual([
      'partner.example',
      '.corp.example',
      'xn--bcher-kva.example',
      'db',
    ]);
  });

  test.each([
    ['203.0.113.0'],
    ['203.0.113.0/33'],
    ['example.com/24'],
    ['::ffff:10.0.0.0/104'],
    ['0:0:0:0:0:ffff:a00:0/104'],
    ['0000::FFFF:10.0.0.0/104'],
    ['::ffff:0:0/96'],
    ['::ffff:0:0/90'],
    ['10.0.0.0/8/8'],
  ])('refuse the range "%s" and name it', (entry) => {
    expect(() => parseDenyCidrs(`10.0.0.0/8,${entry}`)).toThrow(
      new RegExp(`^OUTBOUND_DENY_CIDRS: .*"${entry.replaceAll('.', '\\.')}"`),
    );
  });

  test.each([
    ['.'],
    ['..example.com'],
    ['*.example.com'],
    ['example.com:443'],
    ['https://example.com'],
    ['a b'],
    ['10.0.0.1'],
    ['2130706433'],
    ['[::1]'],
    ['user@example.com'],
  ])('refuse the denied host "%s" and name it', (entry) => {
    expect(() => parseDenyHosts(`ok.example,${entry}`)).toThrow(
      `OUTBOUND_DENY_HOSTS: "${entry}" is not a host`,
    );
  });

  test('report every problem at once', () => {
    const settings = {
      ALLOW_LOOPBACK: true,
      OUTBOUND_ALLOW_HOSTS: 'x',
      OUTBOUND_DENY_CIDRS: 'y',
      OUTBOUND_DENY_HOSTS: 'z:1',
      ORIGIN_OVERRIDES: 'y',
    };
    expect(catchProblems(() => outboundPolicy(settings))).toHaveLength(4);
    expect(outboundPolicy({ ...NONE, ALLOW_LOOPBACK: true }).allowLoopback).toBe(true);
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
