import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function ChannelsScreen(): ReactNode {
  return (
    <>
      <TopBar title="ChannelsScreen" />
      <Content>{null}</Content>
    </>
  );
}
