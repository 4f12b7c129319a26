export { GroupBuffer } from './group-buffer';
export { extendLeases, type Leased } from './leases';
export { LaneQueue, type LaneTable } from './lane-queue';
export { type Claim, type Held, LeaseLost, POLL_MS, QueueWorker, type QueueWork } from './queue-worker';
export { QueueNotifier } from './queue.notifier';
export { claimDue, type DueWork } from './claim-due';
export { WorkTable } from './work-table';
