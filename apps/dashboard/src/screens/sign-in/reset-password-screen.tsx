import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function ResetPasswordScreen(): ReactNode {
  return (
    <>
      <TopBar title="ResetPasswordScreen" />
      <Content>{null}</Content>
    </>
  );
}
