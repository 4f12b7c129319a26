import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function SettingsFrame(): ReactNode {
  return (
    <>
      <TopBar title="SettingsFrame" />
      <Content>{null}</Content>
    </>
  );
}
