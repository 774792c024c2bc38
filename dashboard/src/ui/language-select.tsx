import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { JSX } from 'react';
import { call } from '../api/call.js';
import { savedLanguage, saveLanguage } from '../i18n/chosen-language.js';
import { type Language, languages } from '../i18n/languages.js';
import { t } from '../i18n/t.js';

/** Kept in the profile, so that it is the same in every browser; this one keeps a copy for the page before signing in. */
export function LanguageSelect(): JSX.Element {
  const choose = useMutation({
    mutationFn: (language: Language | null) => call('PATCH', '/me', { language }),
    onSuccess: (_answer, language) => saveLanguage(language),
  });
  return (
    <NativeSelect
      label={t('Language')}
      description={t('Of this screen. Results of the interface, logs and documents stay in English.')}
      error={choose.error?.message}
      disabled={choose.isPending}
      value={savedLanguage() ?? ''}
      onChange={(event) =>
        choose.mutate(languages.find(({ code }) => code === event.currentTarget.value)?.code ?? null)
      }
      data={[
        { value: '', label: t('As the browser says') },
        ...languages.map(({ code: value, name: label }) => ({ value, label })),
      ]}
    />
  );
}
