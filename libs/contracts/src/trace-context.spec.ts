import { isSampled, isTraceparent, isTracestate, readTraceContext, traceHeaders } from './trace-context';

const PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

describe('isTraceparent', () => {
  it('accepts version 00', () => {
    expect(isTraceparent(PARENT)).toBe(true);
  });

  it.each([
    '00-abc',
    PARENT.toUpperCase(),
    `${PARENT}-01`,
    PARENT.replace(/^00/, '01'),
    PARENT.replace(/a+/, '0'.repeat(32)),
    PARENT.replace(/b+/, '0'.repeat(16)),
    null,
    [PARENT],
  ])('refuses %j', (value) => {
    expect(isTraceparent(value)).toBe(false);
  });
});

describe('isTracestate', () => {
  const members = (count: number) => Array.from({ length: count }, (_, at) => `k${at}=v`).join(',');

  it.each([
    'rojo=00f067aa0ba902b7',
    'a=1,\tb=2 , c=3',
    'tenant@vendor=x y',
    `a=${'v'.repeat(256)}`,
    members(32),
  ])('accepts %s', (value) => {
    expect(isTracestate(value)).toBe(true);
  });

  it.each([
    ['an empty text', ''],
    ['more than 512 characters', `a=${'v'.repeat(250)},b=${'v'.repeat(257)}`],
    ['a value of more than 256 characters', `a=${'v'.repeat(257)}`],
    ['more than 32 members', members(33)],
    ['a repeated key', 'a=1,a=2'],
    ['a key in upper case', 'Rojo=1'],
    ['a member without a value', 'rojo'],
    ['an empty value', 'rojo='],
    ['an equals sign in a value', 'rojo=a=b'],
    ['a line break', 'a=1\r\nset-cookie: x'],
    ['a character outside of ASCII', 'a=ü'],
    ['a list of texts', ['a=1']],
  ])('refuses %s', (_what, value) => {
    expect(isTracestate(value)).toBe(false);
  });

  it('needs a time that grows with the length only', () => {
    expect(isTracestate(`a=${' '.repeat(400)},`)).toBe(false);
  });
});

describe('readTraceContext', () => {
  it('keeps a valid tracestate with its traceparent', () => {
    expect(readTraceContext({ traceparent: PARENT, tracestate: 'a=1' })).toEqual({
      traceparent: PARENT,
      tracestate: 'a=1',
    });
  });

  it('drops an invalid tracestate and keeps the traceparent', () => {
    expect(readTraceContext({ traceparent: PARENT, tracestate: 'a' })).toEqual({
      traceparent: PARENT,
      tracestate: null,
    });
  });

  it('drops a tracestate without a valid traceparent', () => {
    expect(readTraceContext({ traceparent: '00-1', tracestate: 'a=1' })).toEqual({
      traceparent: null,
      tracestate: null,
    });
  });
});

describe('isSampled', () => {
  it.each([
    [PARENT, true],
    [PARENT.replace(/01$/, '03'), true],
    [PARENT.replace(/01$/, '00'), false],
    ['00-a-b-01', false],
    [null, false],
  ])('tells for %s: %s', (traceparent, sampled) => {
    expect(isSampled(traceparent)).toBe(sampled);
  });
});

describe('traceHeaders', () => {
  it('names what there is', () => {
    expect(traceHeaders({ traceparent: PARENT, tracestate: 'a=1' })).toEqual({
      traceparent: PARENT,
      tracestate: 'a=1',
    });
    expect(traceHeaders({ traceparent: PARENT, tracestate: null })).toEqual({ traceparent: PARENT });
    expect(traceHeaders({ traceparent: null })).toEqual({});
    expect(traceHeaders()).toEqual({});
  });
});
