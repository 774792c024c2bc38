/** The words of messages that ask for a confirmation, in the languages of the dashboard. */

interface ConfirmationWords {
  readonly subject: string;
  readonly asked: string;
  /** The same, naming the instance. */
  readonly askedAt: string;
  readonly openLink: string;
  readonly enterCode: string;
  readonly once: string;
  readonly notYou: string;
}

const words = {
  en: {
    subject: 'confirm this e-mail address',
    asked: 'A member of a Contrafact account wants to receive notifications at this address.',
    askedAt: 'A member of an account at {{instance}} wants to receive notifications at this address.',
    openLink: 'If this is you, open this page and press “Confirm this address”:',
    enterCode: 'If this is you, enter this code on the page Notifications of the dashboard:',
    once: 'It works once, until {{until}}.',
    notYou: 'If this is not you, do nothing. Without a confirmation no notification comes to this address.',
  },
  ko: {
    subject: '이 이메일 주소를 확인해 주세요',
    asked: 'Contrafact 계정의 구성원이 이 주소로 알림을 받으려고 합니다.',
    askedAt: '{{instance}} 계정의 구성원이 이 주소로 알림을 받으려고 합니다.',
    openLink: '본인이라면 다음 페이지를 열고 “이 주소 확인”을 누르세요:',
    enterCode: '본인이라면 대시보드의 알림 페이지에 다음 코드를 입력하세요:',
    once: '한 번만 쓸 수 있으며 {{until}}까지 유효합니다.',
    notYou: '본인이 아니라면 아무것도 하지 마세요. 확인하지 않으면 이 주소로 알림이 오지 않습니다.',
  },
  ja: {
    subject: 'このメールアドレスを確認してください',
    asked: 'Contrafact のアカウントのメンバーが、このアドレスで通知を受け取ろうとしています。',
    askedAt: '{{instance}} のアカウントのメンバーが、このアドレスで通知を受け取ろうとしています。',
    openLink: 'ご本人の場合は、次のページを開いて「このアドレスを確認」を押してください：',
    enterCode: 'ご本人の場合は、ダッシュボードの「通知」ページに次のコードを入力してください：',
    once: '一度だけ使えます。有効期限：{{until}}',
    notYou: '心当たりがない場合は、何もしないでください。確認しないかぎり、このアドレスに通知は届きません。',
  },
  zh: {
    subject: '请确认此电子邮件地址',
    asked: '一个 Contrafact 账户的成员想用此地址接收通知。',
    askedAt: '{{instance}} 上一个账户的成员想用此地址接收通知。',
    openLink: '如果是您本人，请打开此页面并点击“确认此地址”：',
    enterCode: '如果是您本人，请在控制台的“通知”页面输入此代码：',
    once: '只能使用一次，有效期至 {{until}}。',
    notYou: '如果不是您本人，则无需任何操作。未经确认，此地址不会收到任何通知。',
  },
  es: {
    subject: 'confirme esta dirección de correo',
    asked: 'Un miembro de una cuenta de Contrafact quiere recibir notificaciones en esta dirección.',
    askedAt: 'Un miembro de una cuenta en {{instance}} quiere recibir notificaciones en esta dirección.',
    openLink: 'Si es usted, abra esta página y pulse «Confirmar esta dirección»:',
    enterCode: 'Si es usted, introduzca este código en la página Notificaciones del panel:',
    once: 'Sirve una sola vez, hasta el {{until}}.',
    notYou:
      'Si no es usted, no haga nada. Sin confirmación no llegará ninguna notificación a esta dirección.',
  },
  de: {
    subject: 'Bestätigen Sie diese E-Mail-Adresse',
    asked: 'Ein Mitglied eines Contrafact-Kontos möchte unter dieser Adresse Benachrichtigungen erhalten.',
    askedAt:
      'Ein Mitglied eines Kontos auf {{instance}} möchte unter dieser Adresse Benachrichtigungen erhalten.',
    openLink: 'Wenn Sie das sind, öffnen Sie diese Seite und drücken Sie „Diese Adresse bestätigen“:',
    enterCode:
      'Wenn Sie das sind, geben Sie diesen Code auf der Seite „Benachrichtigungen“ des Dashboards ein:',
    once: 'Das geht einmal, bis {{until}}.',
    notYou:
      'Wenn Sie das nicht sind, tun Sie nichts. Ohne Bestätigung kommt keine Benachrichtigung an diese Adresse.',
  },
  fr: {
    subject: 'confirmez cette adresse e-mail',
    asked: 'Un membre d’un compte Contrafact souhaite recevoir des notifications à cette adresse.',
    askedAt: 'Un membre d’un compte sur {{instance}} souhaite recevoir des notifications à cette adresse.',
    openLink: 'Si c’est vous, ouvrez cette page et cliquez sur « Confirmer cette adresse » :',
    enterCode: 'Si c’est vous, saisissez ce code sur la page Notifications du tableau de bord :',
    once: 'Utilisable une seule fois, jusqu’au {{until}}.',
    notYou:
      'Si ce n’est pas vous, ne faites rien. Sans confirmation, aucune notification n’arrive à cette adresse.',
  },
} satisfies Readonly<Record<string, ConfirmationWords>>;

/** `language`: as the profile has it; null where nothing was chosen: English. */
export function confirmationWords(language: string | null): ConfirmationWords {
  return language !== null && Object.hasOwn(words, language)
    ? words[language as keyof typeof words]
    : words.en;
}
