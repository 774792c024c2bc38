import { NativeSelect } from '@mantine/core';
import type { JSX } from 'react';
import { savedLanguage, saveLanguage } from '../i18n/chosen-language.js';
import { languages } from '../i18n/languages.js';
import { t } from '../i18n/t.js';

/** Kept by this browser: whoever signs in elsewhere may read another language better. */
export function LanguageSelect(): JSX.Element {
  return (
    <NativeSelect
      label={t('Language')}
      description={t('Of this screen. Results of the interface, logs and documents stay in English.')}
      value={savedLanguage() ?? ''}
      onChange={(event) =>
        saveLanguage(languages.find(({ code }) => code === event.currentTarget.value)?.code ?? null)
      }
      data={[
        { value: '', label: t('As the browser says') },
        ...languages.map(({ code: value, name: label }) => ({ value, label })),
      ]}
    />
  );
}
