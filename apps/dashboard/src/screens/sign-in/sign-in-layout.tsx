import { type ReactNode, useEffect } from 'react';
import { usePreferences } from '../../app/preferences';
import { CheckedForm } from '../../components/controls/checked-form';
import { Logo, LogoGround } from '../../components/display/logo';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../i18n/languages';
import { useTexts } from '../../i18n/texts';

/** The page outside of an account: one card in the middle. With `onSubmit` the card is a form. `wide` is for a longer one. */
export function SignInLayout({
  title,
  text,
  onSubmit,
  wide = false,
  children,
}: {
  title: string;
  text?: ReactNode;
  onSubmit?: () => void;
  wide?: boolean;
  children?: ReactNode;
}): ReactNode {
  useEffect(() => {
    document.title = `${title} · Plaudit`;
  }, [title]);
  const content = (
    <>
      <header className="grid gap-1">
        <h1 className="text-20 font-semibold tracking-tight" tabIndex={-1}>
          {title}
        </h1>
        {text && <p className="text-text-2">{text}</p>}
      </header>
      {children}
    </>
  );
  const card = wide ? 'card wide' : 'card';
  return (
    <div className="sign-in">
      <LogoGround />
      <header className="brand">
        <Logo />
      </header>
      <main>
        {onSubmit ? (
          <CheckedForm className={card} onSubmit={onSubmit}>
            {content}
          </CheckedForm>
        ) : (
          <div className={card}>{content}</div>
        )}
      </main>
      <footer>
        <LanguageSelect />
      </footer>
    </div>
  );
}

function LanguageSelect(): ReactNode {
  const t = useTexts('common');
  const { language, change } = usePreferences();
  return (
    <select
      className="languages"
      aria-label={t('language')}
      value={language}
      onChange={({ target }) => isLanguage(target.value) && change({ language: target.value })}
    >
      {LANGUAGES.map((one) => (
        <option key={one} value={one} lang={one}>
          {LANGUAGE_NAMES[one]}
        </option>
      ))}
    </select>
  );
}
