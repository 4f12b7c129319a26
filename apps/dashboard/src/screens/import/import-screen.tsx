import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function ImportScreen(): ReactNode {
  return (
    <>
      <TopBar title="ImportScreen" />
      <Content>{null}</Content>
    </>
  );
}
