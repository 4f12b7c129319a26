import { Injectable } from '@nestjs/common';

/** Wakes the refresh worker of this process, so that a stale summary does not wait for its next tick. */
@Injectable()
export class RefreshNotifier {
  private listener: () => void = () => {};

  onNotify(listener: () => void): void {
    this.listener = listener;
  }

  notify(): void {
    this.listener();
  }
}
