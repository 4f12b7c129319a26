import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function OneTimeLinkScreen(): ReactNode {
  return (
    <>
      <TopBar title="OneTimeLinkScreen" />
      <Content>{null}</Content>
    </>
  );
}
