import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function SignInScreen(): ReactNode {
  return (
    <>
      <TopBar title="SignInScreen" />
      <Content>{null}</Content>
    </>
  );
}
