import { checkUrl, UrlRefused, type UrlPolicy } from './url-rules';

function ruleFor(url: unknown, policy: UrlPolicy = {}): string {
  try {
    return `accepted as ${checkUrl(url as string, policy)}`;
  } catch (error) {
    if (error instanceof UrlRefused) return error.rule;
    throw error;
  }
}

describe('checkUrl', () => {
  test.each([
    ['loopback', 'http://127.0.0.1/', 'R7'],
    ['decimal loopback', 'http://2130706433/', 'R6'],
    ['octal loopback', 'http://017700000001/', 'R6'],
    ['hex loopback', 'http://0x7f000001/', 'R6'],
    ['mixed octal', 'http://0177.0.0.1/', 'R6'],
    ['mixed hex', 'http://0x7f.0.0.1/', 'R6'],
    ['short form', 'http://127.1/', 'R6'],
    ['short form of three', 'http://127.0.1/', 'R6'],
    ['zero', 'http://0/', 'R6'],
    ['unspecified', 'http://0.0.0.0/', 'R7'],
    ['0/8', 'http://0.1.2.3/', 'R7'],
    ['circled digits', 'http://①②⑦.⓪.⓪.①/', 'R6'],
    ['ideographic dots', 'http://127。0。0。1/', 'R6'],
    ['full-width localhost', 'http://ｌｏｃａｌｈｏｓｔ/', 'R8'],
    ['percent-encoded digits', 'http://%31%32%37.0.0.1/', 'R6'],
    ['trailing dot', 'http://127.0.0.1./', 'R6'],
    ['localhost', 'http://localhost/', 'R8'],
    ['localhost with a dot', 'http://LOCALHOST./', 'R8'],
    ['under localhost', 'http://foo.localhost/', 'R9'],
    ['IPv6 loopback', 'http://[::1]/', 'R7'],
    ['IPv6 loopback in full', 'http://[0:0:0:0:0:0:0:1]/', 'R7'],
    ['IPv6 unspecified', 'http://[::]/', 'R7'],
    ['mapped loopback', 'http://[::ffff:127.0.0.1]/', 'R7'],
    ['mapped metadata', 'http://[::ffff:a9fe:a9fe]/', 'R7'],
    ['IPv4-compatible', 'http://[::127.0.0.1]/', 'R7'],
    ['NAT64', 'http://[64:ff9b::169.254.169.254]/', 'R7'],
    ['local NAT64', 'http://[64:ff9b:1::a9fe:a9fe]/', 'R7'],
    ['6to4', 'http://[2002:7f00:1::]/', 'R7'],
    ['Teredo', 'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/', 'R7'],
    ['IPv4-translated', 'http://[::ffff:0:127.0.0.1]/', 'R7'],
    ['link-local', 'http://[fe80::1]/', 'R7'],
    ['zone id', 'http://[fe80::1%25eth0]/', 'R3'],
    ['ULA', 'http://[fc00::1]/', 'R7'],
    ['AWS metadata over IPv6', 'http://[fd00:ec2::254]/', 'R7'],
    ['site-local', 'http://[fec0::1]/', 'R7'],
    ['IPv6 multicast', 'http://[ff02::1]/', 'R7'],
    ['documentation', 'http://[2001:db8::1]/', 'R7'],
    ['new documentation', 'http://[3fff::1]/', 'R7'],
    ['discard', 'http://[100::1]/', 'R7'],
    ['SRv6', 'http://[5f00::1]/', 'R7'],
    ['outside global unicast', 'http://[64:ff9c::1]/', 'R7'],
    ['10/8', 'http://10.0.0.1/', 'R7'],
    ['172.16/12', 'http://172.16.0.1/', 'R7'],
    ['end of 172.16/12', 'http://172.31.255.255/', 'R7'],
    ['192.168/16', 'http://192.168.0.1/', 'R7'],
    ['metadata', 'http://169.254.169.254/latest/meta-data/', 'R7'],
    ['hex metadata', 'http://0xA9FEA9FE/', 'R6'],
    ['decimal metadata', 'http://2852039166/', 'R6'],
    ['octal metadata', 'http://0251.0376.0251.0376/', 'R6'],
    ['short metadata', 'http://169.254.43518/', 'R6'],
    ['ECS credentials', 'http://169.254.170.2/', 'R7'],
    ['Azure WireServer', 'http://168.63.129.16/', 'R7'],
    ['Alibaba metadata', 'http://100.100.100.200/', 'R7'],
    ['Oracle metadata', 'http://192.0.0.192/', 'R7'],
    ['benchmark range', 'http://198.18.0.1/', 'R7'],
    ['TEST-NET-1', 'http://192.0.2.1/', 'R7'],
    ['TEST-NET-2', 'http://198.51.100.1/', 'R7'],
    ['TEST-NET-3', 'http://203.0.113.1/', 'R7'],
    ['multicast', 'http://224.0.0.1/', 'R7'],
    ['class E', 'http://240.0.0.1/', 'R7'],
    ['broadcast', 'http://255.255.255.255/', 'R7'],
    ['GCP metadata by name', 'http://metadata.google.internal/', 'R9'],
    ['metadata of any zone', 'http://metadata.example.com/', 'R9'],
    ['user and password', 'http://user:pw@example.com/', 'R4'],
    ['empty user', 'http://@example.com/', 'R4'],
    ['host in the user part', 'http://example.com@127.0.0.1/', 'R4'],
    ['encoded slash in the user part', 'http://127.0.0.1%2f@evil.com/', 'R4'],
    ['host behind a fragment', 'http://127.0.0.1#@example.com/', 'R7'],
    ['backslash before @', 'http://example.com\\@127.0.0.1/', 'R1'],
    ['backslashes for slashes', 'http:\\\\127.0.0.1\\', 'R1'],
    ['no slashes', 'http:127.0.0.1/', 'R2'],
    ['three slashes', 'http:///127.0.0.1/', 'R2'],
    ['tab in the scheme', 'h\tttp://127.0.0.1/', 'R1'],
    ['line break', 'https://example.com/\r\nX: 1', 'R1'],
    ['leading space', ' https://example.com/', 'R1'],
    ['no-break space', 'https://example.com/\u00a0', 'R1'],
    ['C1 control', 'https://example.com/\u0085', 'R1'],
    ['file', 'file:///etc/passwd', 'R2'],
    ['gopher', 'gopher://example.com/', 'R2'],
    ['ftp', 'ftp://example.com/', 'R2'],
    ['javascript', 'javascript:alert(1)', 'R2'],
    ['data', 'data:text/plain,x', 'R2'],
    ['no scheme', '//example.com/', 'R2'],
    ['Redis port', 'https://example.com:6379/', 'R10'],
    ['SSH port', 'https://example.com:22/', 'R10'],
    ['SMTP port', 'https://example.com:25/', 'R10'],
    ['port 0', 'https://example.com:0/', 'R10'],
    ['port 65536', 'https://example.com:65536/', 'R3'],
    ['intranet name', 'https://intranet/', 'R8'],
    ['service name', 'http://postgres:5432/', 'R8'],
    ['other service name', 'http://redis/', 'R8'],
    ['cluster name', 'https://kubernetes.default.svc/', 'R9'],
    ['cluster name in full', 'https://kubernetes.default.svc.cluster.local/', 'R9'],
    ['mDNS name', 'https://x.local/', 'R9'],
    ['docker host', 'http://host.docker.internal/', 'R9'],
    ['home network', 'http://nas.home.arpa/', 'R9'],
    ['onion', 'http://abcdefghij.onion/', 'R9'],
    ['three numbers', 'https://1.2.3/', 'R6'],
    ['number too large', 'https://256.256.256.256/', 'R3'],
    ['octal eight', 'https://08.8.8.8/', 'R3'],
    ['IPv4 in brackets', 'https://[127.0.0.1]/', 'R3'],
    ['open bracket', 'https://[::1/', 'R3'],
    ['empty label', 'https://a..b.com/', 'R8'],
    ['leading hyphen', 'https://-foo.com/', 'R8'],
    ['trailing hyphen', 'https://foo-.com/', 'R8'],
    ['empty punycode', 'https://xn--/', 'R3'],
    ['label of 64', `https://${'a'.repeat(64)}.com/`, 'R8'],
    ['name of 254', `https://${'a.'.repeat(126)}aa/`, 'R8'],
    ['underscore', 'https://a_b.example.com/', 'R8'],
    ['only dots', 'https://../', 'R8'],
    ['2049 characters', `https://example.com/${'x'.repeat(2029)}`, 'R1'],
    ['2049 characters once encoded', `https://example.com/${'ü'.repeat(400)}`, 'R1'],
    ['empty', '', 'R2'],
  ])('refuses %s', (_what, url, rule) => {
    expect(ruleFor(url)).toBe(rule);
  });

  test.each([[null], [undefined], [7], [{}], [['https://example.com/']]])(
    'refuses %p, which is not a URL',
    (value) => {
      expect(ruleFor(value)).toBe('R1');
    },
  );

  test('names the field and never an address in its message', () => {
    expect(() => checkUrl('http://10.1.2.3/')).toThrow('The url points to an address that is not allowed.');
  });
});

describe('checkUrl on valid URLs', () => {
  test.each([
    ['https://example.com/hook', 'https://example.com/hook'],
    ['http://hooks.example.co.uk/a?b=c', 'http://hooks.example.co.uk/a?b=c'],
    ['https://example.com:8443/x', 'https://example.com:8443/x'],
    ['https://bücher.de/hook', 'https://xn--bcher-kva.de/hook'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]:8443/', 'https://[2606:4700:4700::1111]:8443/'],
    ['https://example.com./', 'https://example.com/'],
    ['http://100.63.255.254/', 'http://100.63.255.254/'],
    ['http://100.128.0.1/', 'http://100.128.0.1/'],
    ['http://172.15.255.255/', 'http://172.15.255.255/'],
    ['http://172.32.0.1/', 'http://172.32.0.1/'],
    ['HTTPS://EXAMPLE.com:443/A%2Fb?Q=1#part', 'https://example.com/A%2Fb?Q=1'],
    ['http://example.com:80', 'http://example.com/'],
    ['https://receiver.test/hook', 'https://receiver.test/hook'],
    ['https://example.com/@user?to=a@b.c', 'https://example.com/@user?to=a@b.c'],
    [`https://example.com/${'x'.repeat(2028)}`, `https://example.com/${'x'.repeat(2028)}`],
  ])('accepts and normalises %s', (url, normalised) => {
    expect(checkUrl(url)).toBe(normalised);
  });
});

describe('checkUrl with ALLOW_LOOPBACK', () => {
  const policy = { allowLoopback: true };

  test.each([
    ['http://127.0.0.1:9000/hook'],
    ['http://127.5.5.5:81/'],
    ['http://[::1]:5432/'],
    ['http://localhost:22/'],
    ['http://localhost/'],
  ])('accepts %s', (url) => {
    expect(checkUrl(url, policy)).toBe(url);
  });

  test.each([
    ['http://0.0.0.0:9000/', 'R7'],
    ['http://[::]:9000/', 'R7'],
    ['http://[::ffff:127.0.0.1]:9000/', 'R7'],
    ['http://10.0.0.1/', 'R7'],
    ['http://169.254.169.254/', 'R7'],
    ['http://2130706433:9000/', 'R6'],
    ['http://127.1:9000/', 'R6'],
    ['http://user@127.0.0.1:9000/', 'R4'],
    ['https://127.0.0.1:9000/', 'R7'],
    ['https://localhost:9000/', 'R8'],
    ['http://localhost:0/', 'R8'],
    ['http://intranet:9000/', 'R8'],
    ['ftp://127.0.0.1/', 'R2'],
  ])('still refuses %s', (url, rule) => {
    expect(ruleFor(url, policy)).toBe(rule);
  });
});

describe('checkUrl with host lists', () => {
  test('accepts an allowed host on its port only', () => {
    const policy = { allowHosts: ['receiver:9000'] };
    expect(checkUrl('http://receiver:9000/x', policy)).toBe('http://receiver:9000/x');
    expect(ruleFor('http://receiver:9001/x', policy)).toBe('R8');
    expect(ruleFor('http://user@receiver:9000/x', policy)).toBe('R4');
  });

  test('refuses our own address, also with ALLOW_LOOPBACK', () => {
    const policy = { denyHosts: ['reviews.example.com:443', 'localhost:8080'], allowLoopback: true };
    expect(ruleFor('https://reviews.example.com/hook', policy)).toBe('R18');
    expect(ruleFor('http://localhost:8080/hook', policy)).toBe('R18');
    expect(checkUrl('http://localhost:8081/hook', policy)).toBe('http://localhost:8081/hook');
  });

  test('can require https', () => {
    expect(ruleFor('http://example.com/', { requireHttps: true })).toBe('https');
    expect(checkUrl('https://example.com/', { requireHttps: true })).toBe('https://example.com/');
  });
});
