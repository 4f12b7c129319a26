import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function ChannelScreen(): ReactNode {
  return (
    <>
      <TopBar title="ChannelScreen" />
      <Content>{null}</Content>
    </>
  );
}
