/** Lets the dashboard's sentences be said in German, as a reader of that language sees them. */
import i18next from 'i18next';
import german from '../../../dashboard/src/i18n/catalogs/de.json' with { type: 'json' };

export async function speakGerman(): Promise<void> {
  await i18next.init({
    lng: 'de',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { de: { translation: german } },
  });
}
