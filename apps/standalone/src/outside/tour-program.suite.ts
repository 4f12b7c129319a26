import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { eventually } from '@plaudit/testing';
import { REPOSITORY } from '../deploy/compose.suite';

/** A program of docs/tour in a process of its own, as a reader starts it. */
export class TourProgram {
  private output = '';

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
  }

  static start(name: string, ...args: string[]): TourProgram {
    return TourProgram.startWith({}, name, ...args);
  }

  /** The bakery and the receiver of webhooks, on another port than the one of the tour. */
  static startCompanion(port: number): TourProgram {
    return TourProgram.startWith({ COMPANION_PORT: String(port) }, 'companion.mjs');
  }

  private static startWith(settings: Record<string, string>, name: string, ...args: string[]): TourProgram {
    const env = { PATH: process.env.PATH, TZ: 'UTC', ...settings };
    const program = join(REPOSITORY, 'docs', 'tour', name);
    return new TourProgram(spawn(process.execPath, [program, ...args], { env, stdio: 'pipe' }));
  }

  get lines(): string[] {
    return this.output.split('\n').filter((line) => line !== '');
  }

  hasSaid(text: string): Promise<string> {
    return eventually(
      () => this.output,
      (output) => output.includes(text),
      `the program to print "${text}"`,
    );
  }

  /** Waits for the end of the program and returns its exit code. */
  async ended(): Promise<number | null> {
    await eventually(
      () => this.child.exitCode ?? this.child.signalCode,
      (end) => end !== null,
      'the program to end',
    );
    return this.child.exitCode;
  }

  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.ended();
  }
}
