import { Circuit } from './circuit';

let now = 0;
const circuitOf = (): Circuit => new Circuit(60_000, () => now);
beforeEach(() => (now = 0));

function fail(circuit: Circuit, times: number): boolean[] {
  return Array.from({ length: times }, () => circuit.failed());
}

describe('Circuit', () => {
  it('opens after five failures in a row, which use up their attempts', () => {
    const circuit = circuitOf();
    expect(fail(circuit, 4)).toEqual([false, false, false, false]);
    expect(circuit.isOpen).toBe(false);
    expect(circuit.failed()).toBe(false);
    expect(circuit.isOpen).toBe(true);
    expect({ allowed: circuit.allowed(10), waitMs: circuit.waitMs }).toEqual({ allowed: 0, waitMs: 60_000 });
  });

  it('counts only failures in a row', () => {
    const circuit = circuitOf();
    fail(circuit, 4);
    circuit.succeeded();
    fail(circuit, 4);
    expect(circuit.isOpen).toBe(false);
  });

  it('allows one probe after the pause, which keeps its attempt if it fails, and pauses again', () => {
    const circuit = circuitOf();
    fail(circuit, 5);
    now = 60_000;
    expect(circuit.allowed(10)).toBe(1);
    expect(circuit.begin()).toBe(true);
    expect({ allowed: circuit.allowed(10), begin: circuit.begin() }).toEqual({ allowed: 0, begin: false });
    expect(circuit.failed()).toBe(true);
    expect(circuit.waitMs).toBe(60_000);
  });

  it('closes when the probe succeeds', () => {
    const circuit = circuitOf();
    fail(circuit, 5);
    now = 60_000;
    circuit.begin();
    circuit.succeeded();
    expect({ isOpen: circuit.isOpen, allowed: circuit.allowed(10) }).toEqual({ isOpen: false, allowed: 10 });
  });

  it('allows another probe if the first one showed nothing', () => {
    const circuit = circuitOf();
    fail(circuit, 5);
    now = 60_000;
    circuit.begin();
    circuit.gaveUp();
    expect(circuit.begin()).toBe(true);
  });

  it('gives back the attempt of conversations that were under way when it opened', () => {
    const circuit = circuitOf();
    expect(fail(circuit, 7)).toEqual([false, false, false, false, false, true, true]);
  });
});
