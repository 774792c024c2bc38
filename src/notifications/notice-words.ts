/** The words of notices: English for programs, and for e-mails the languages of the dashboard. `{{name}}` stands where a value goes. */

/** For one, and for any other number; languages without a plural have the same for both. */
type Counted = readonly [one: string, other: string];

export interface NoticeWords {
  readonly batchesEnded: Counted;
  readonly found: string;
  readonly possible: string;
  readonly failed: string;
  readonly rejected: string;
  readonly notSent: string;
  readonly files: Counted;
  readonly analyses: Counted;
  readonly batchEnded: Counted;
  readonly deletedBatch: string;
  readonly moreBatches: Counted;
  readonly deletedResult: string;
  readonly moreResults: Counted;
  readonly settings: string;
  /** What was found, as the dashboard calls it, by its English label. */
  readonly labels: Readonly<Record<string, string>>;
}

const words = {
  en: {
    batchesEnded: ['{{count}} batch ended', '{{count}} batches ended'],
    found: '{{count}} found',
    possible: '{{count}} possible',
    failed: '{{count}} failed',
    rejected: '{{count}} rejected',
    notSent: '{{count}} not sent',
    files: ['{{count}} file', '{{count}} files'],
    analyses: ['{{count}} analysis', '{{count}} analyses'],
    batchEnded: [
      'A batch of {{count}} file ended: {{counts}}.',
      'A batch of {{count}} files ended: {{counts}}.',
    ],
    deletedBatch: 'A batch that was deleted ended: {{counts}}.',
    moreBatches: ['… and {{count}} more batch ended.', '… and {{count}} more batches ended.'],
    deletedResult: '{{label}}: a result that was deleted',
    moreResults: ['… and {{count}} more result to review.', '… and {{count}} more results to review.'],
    settings: 'Change what you are notified of on the page Notifications.',
    labels: {},
  },
  ko: {
    batchesEnded: ['배치 {{count}}개 완료', '배치 {{count}}개 완료'],
    found: '발견 {{count}}건',
    possible: '가능성 있음 {{count}}건',
    failed: '실패 {{count}}건',
    rejected: '거부 {{count}}건',
    notSent: '전송 안 됨 {{count}}건',
    files: ['파일 {{count}}개', '파일 {{count}}개'],
    analyses: ['분석 {{count}}건', '분석 {{count}}건'],
    batchEnded: [
      '파일 {{count}}개의 배치가 끝났습니다: {{counts}}.',
      '파일 {{count}}개의 배치가 끝났습니다: {{counts}}.',
    ],
    deletedBatch: '삭제된 배치가 끝났습니다: {{counts}}.',
    moreBatches: ['… 그 밖에 배치 {{count}}개가 끝났습니다.', '… 그 밖에 배치 {{count}}개가 끝났습니다.'],
    deletedResult: '{{label}}: 삭제된 결과',
    moreResults: ['… 검토할 결과가 {{count}}건 더 있습니다.', '… 검토할 결과가 {{count}}건 더 있습니다.'],
    settings: '알림 페이지에서 받을 알림을 바꿀 수 있습니다.',
    labels: {
      'In your catalogue': '카탈로그에 있음',
      'Likely AI-generated': 'AI 생성 가능성 높음',
      Match: '일치',
      'Possible generator traces': '생성기 흔적 가능성',
      'Possible match': '일치 가능성',
      'Songs found': '곡을 찾음',
      'Shared melody or chords': '공통되는 멜로디 또는 코드',
    },
  },
  ja: {
    batchesEnded: ['バッチ {{count}} 件が終了', 'バッチ {{count}} 件が終了'],
    found: '検出 {{count}} 件',
    possible: '可能性あり {{count}} 件',
    failed: '失敗 {{count}} 件',
    rejected: '拒否 {{count}} 件',
    notSent: '未送信 {{count}} 件',
    files: ['ファイル {{count}} 個', 'ファイル {{count}} 個'],
    analyses: ['分析 {{count}} 件', '分析 {{count}} 件'],
    batchEnded: [
      '{{count}} 個のファイルのバッチが終了しました：{{counts}}。',
      '{{count}} 個のファイルのバッチが終了しました：{{counts}}。',
    ],
    deletedBatch: '削除されたバッチが終了しました：{{counts}}。',
    moreBatches: [
      '… ほかに {{count}} 件のバッチが終了しました。',
      '… ほかに {{count}} 件のバッチが終了しました。',
    ],
    deletedResult: '{{label}}：削除された結果',
    moreResults: [
      '… 確認する結果がほかに {{count}} 件あります。',
      '… 確認する結果がほかに {{count}} 件あります。',
    ],
    settings: '通知の内容は「通知」ページで変更できます。',
    labels: {
      'In your catalogue': 'カタログにあります',
      'Likely AI-generated': 'AI生成の可能性が高い',
      Match: '一致',
      'Possible generator traces': '生成器の痕跡の可能性',
      'Possible match': '一致の可能性',
      'Songs found': '曲が見つかりました',
      'Shared melody or chords': 'メロディーまたはコードが共通',
    },
  },
  zh: {
    batchesEnded: ['{{count}} 个批次已结束', '{{count}} 个批次已结束'],
    found: '发现 {{count}} 项',
    possible: '可能 {{count}} 项',
    failed: '失败 {{count}} 项',
    rejected: '拒绝 {{count}} 项',
    notSent: '未发送 {{count}} 项',
    files: ['{{count}} 个文件', '{{count}} 个文件'],
    analyses: ['{{count}} 项分析', '{{count}} 项分析'],
    batchEnded: [
      '包含 {{count}} 个文件的批次已结束：{{counts}}。',
      '包含 {{count}} 个文件的批次已结束：{{counts}}。',
    ],
    deletedBatch: '一个已删除的批次已结束：{{counts}}。',
    moreBatches: ['……另有 {{count}} 个批次已结束。', '……另有 {{count}} 个批次已结束。'],
    deletedResult: '{{label}}：一个已删除的结果',
    moreResults: ['……还有 {{count}} 个结果待审查。', '……还有 {{count}} 个结果待审查。'],
    settings: '可在“通知”页面更改接收哪些通知。',
    labels: {
      'In your catalogue': '在您的目录中',
      'Likely AI-generated': '很可能由 AI 生成',
      Match: '匹配',
      'Possible generator traces': '可能有生成器痕迹',
      'Possible match': '可能匹配',
      'Songs found': '找到歌曲',
      'Shared melody or chords': '有相同的旋律或和弦',
    },
  },
  es: {
    batchesEnded: ['{{count}} lote terminado', '{{count}} lotes terminados'],
    found: 'encontrados: {{count}}',
    possible: 'posibles: {{count}}',
    failed: 'fallidos: {{count}}',
    rejected: 'rechazados: {{count}}',
    notSent: 'no enviados: {{count}}',
    files: ['{{count}} archivo', '{{count}} archivos'],
    analyses: ['{{count}} análisis', '{{count}} análisis'],
    batchEnded: [
      'Un lote de {{count}} archivo ha terminado: {{counts}}.',
      'Un lote de {{count}} archivos ha terminado: {{counts}}.',
    ],
    deletedBatch: 'Un lote eliminado ha terminado: {{counts}}.',
    moreBatches: ['… y {{count}} lote más ha terminado.', '… y {{count}} lotes más han terminado.'],
    deletedResult: '{{label}}: un resultado eliminado',
    moreResults: ['… y {{count}} resultado más por revisar.', '… y {{count}} resultados más por revisar.'],
    settings: 'Cambie sus notificaciones en la página Notificaciones.',
    labels: {
      'In your catalogue': 'En su catálogo',
      'Likely AI-generated': 'Probablemente generado por IA',
      Match: 'Coincidencia',
      'Possible generator traces': 'Posibles rastros de generador',
      'Possible match': 'Posible coincidencia',
      'Songs found': 'Canciones encontradas',
      'Shared melody or chords': 'Melodía o acordes en común',
    },
  },
  de: {
    batchesEnded: ['{{count}} Stapel beendet', '{{count}} Stapel beendet'],
    found: '{{count}} gefunden',
    possible: '{{count}} möglich',
    failed: '{{count}} fehlgeschlagen',
    rejected: '{{count}} abgelehnt',
    notSent: '{{count}} nicht gesendet',
    files: ['{{count}} Datei', '{{count}} Dateien'],
    analyses: ['{{count}} Analyse', '{{count}} Analysen'],
    batchEnded: [
      'Ein Stapel mit {{count}} Datei ist beendet: {{counts}}.',
      'Ein Stapel mit {{count}} Dateien ist beendet: {{counts}}.',
    ],
    deletedBatch: 'Ein gelöschter Stapel ist beendet: {{counts}}.',
    moreBatches: [
      '… und {{count}} weiterer Stapel ist beendet.',
      '… und {{count}} weitere Stapel sind beendet.',
    ],
    deletedResult: '{{label}}: ein gelöschtes Ergebnis',
    moreResults: [
      '… und {{count}} weiteres Ergebnis zum Prüfen.',
      '… und {{count}} weitere Ergebnisse zum Prüfen.',
    ],
    settings: 'Auf der Seite „Benachrichtigungen“ ändern Sie, worüber Sie benachrichtigt werden.',
    labels: {
      'In your catalogue': 'In Ihrem Katalog',
      'Likely AI-generated': 'Wahrscheinlich KI-generiert',
      Match: 'Treffer',
      'Possible generator traces': 'Mögliche Generatorspuren',
      'Possible match': 'Möglicher Treffer',
      'Songs found': 'Lieder gefunden',
      'Shared melody or chords': 'Melodie oder Akkorde gemeinsam',
    },
  },
  fr: {
    batchesEnded: ['{{count}} lot terminé', '{{count}} lots terminés'],
    found: 'trouvés : {{count}}',
    possible: 'possibles : {{count}}',
    failed: 'en échec : {{count}}',
    rejected: 'refusés : {{count}}',
    notSent: 'non envoyés : {{count}}',
    files: ['{{count}} fichier', '{{count}} fichiers'],
    analyses: ['{{count}} analyse', '{{count}} analyses'],
    batchEnded: [
      'Un lot de {{count}} fichier est terminé : {{counts}}.',
      'Un lot de {{count}} fichiers est terminé : {{counts}}.',
    ],
    deletedBatch: 'Un lot supprimé est terminé : {{counts}}.',
    moreBatches: ['… et {{count}} autre lot terminé.', '… et {{count}} autres lots terminés.'],
    deletedResult: '{{label}} : un résultat supprimé',
    moreResults: ['… et {{count}} autre résultat à examiner.', '… et {{count}} autres résultats à examiner.'],
    settings: 'Choisissez vos notifications sur la page Notifications.',
    labels: {
      'In your catalogue': 'Dans votre catalogue',
      'Likely AI-generated': 'Probablement généré par IA',
      Match: 'Correspondance',
      'Possible generator traces': 'Traces de générateur possibles',
      'Possible match': 'Correspondance possible',
      'Songs found': 'Chansons trouvées',
      'Shared melody or chords': 'Mélodie ou accords en commun',
    },
  },
} satisfies Readonly<Record<string, NoticeWords>>;

/** `language`: as the profile has it; null where nothing was chosen: English. */
export function noticeWords(language: string | null): NoticeWords {
  return language !== null && Object.hasOwn(words, language)
    ? words[language as keyof typeof words]
    : words.en;
}

/** A sentence with the values that are given; what is missing stays a place. */
export const filled = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place));

/** One that counts. */
export const counted = ([one, other]: Counted, count: number): string =>
  filled(count === 1 ? one : other, { count });
