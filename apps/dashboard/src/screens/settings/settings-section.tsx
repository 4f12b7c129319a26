import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function SettingsSection(): ReactNode {
  return (
    <>
      <TopBar title="SettingsSection" />
      <Content>{null}</Content>
    </>
  );
}
