import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function ForgotPasswordScreen(): ReactNode {
  return (
    <>
      <TopBar title="ForgotPasswordScreen" />
      <Content>{null}</Content>
    </>
  );
}
