import type { ReactNode } from 'react';

export function WebhooksSection(): ReactNode {
  return null;
}
