import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Chat, openChat } from '../support/chat.ts';
import { inScene, type Scene, timeout, twoExports } from '../support/scene.ts';
import { type MailServer, openMailServer } from '../support/smtp.ts';
import { until } from '../support/until.ts';
import { articlesFile, csv, wares } from '../support/wares.ts';

interface Refused {
  readonly error: { readonly code: string; readonly message: string };
}

/** A scene whose needs are told by a chat and by mail. */
function toldScene(play: (scene: Scene, chat: Chat, mail: MailServer) => Promise<void>) {
  return inScene({ catalog: twoExports }, async (scene) => {
    const [chat, mail] = await Promise.all([openChat(), openMailServer()]);
    try {
      fs.appendFileSync(
        scene.config,
        `alerts:
  webhook: "http://127.0.0.1:${chat.port}/hook"
  mail: { smtp: "smtp://127.0.0.1:${mail.port}", from: stockhand@firma.example, to: [lager@firma.example] }
`,
      );
      await play(scene, chat, mail);
    } finally {
      chat.close();
      await mail.close();
    }
  });
}

const unreadable = csv(['Nummer', 'Bezeichnung', 'ME'], [['A-1', 'Rad', 'STK']]);

describe.concurrent('who is to be told, is told', { timeout }, () => {
  it(
    'by a pass that a timer began: once that a file was refused, once that it is over',
    toldScene(async (scene, chat, mail) => {
      scene.write('out/artikel.csv', unreadable);
      await scene.run('run', '--once');
      await scene.run('run', '--once');
      expect(chat.texts).toEqual([expect.stringContaining('articles: a file was refused.')]);
      expect(chat.texts[0]).toContain('ArtNr');
      expect(mail.received).toHaveLength(1);
      expect(mail.received[0]?.source).toContain('articles: a file was refused.');
      scene.write('out/artikel.csv', articlesFile(wares(2)));
      await scene.run('run', '--once');
      expect(chat.texts[1]).toContain('No longer: articles: a file was refused.');
      expect(mail.received).toHaveLength(2);
    }),
  );

  it(
    'by a daemon, with the address of its page; a restart is no news',
    toldScene(async (scene, chat) => {
      scene.write('out/artikel.csv', unreadable);
      const first = await scene.daemon();
      await until('the chat is told', () => chat.texts[0]);
      expect(chat.texts[0]).toMatch(/The status page on .*: http:\/\/127\.0\.0\.1:\d+/);
      await first.stop();
      const second = await scene.daemon();
      await until('the file is known to it', async () =>
        (await second.facts()).needsYou.find(({ id }) => id === 'refused-articles'),
      );
      await second.stop();
      expect(chat.texts).toHaveLength(1);
    }),
  );

  it(
    'by a program that cannot start, not by one that finds another at work',
    toldScene(async (scene, chat) => {
      const daemon = await scene.daemon();
      expect((await scene.run('run')).code).toBe(1);
      await daemon.stop();
      expect(chat.texts).toEqual([]);
      for (const name of fs.readdirSync(scene.path('state')))
        if (name.startsWith('catalog.db'))
          fs.writeFileSync(scene.path(`state/${name}`), 'no database');
      const { code, stderr } = await scene.run('run');
      expect(code).toBe(1);
      expect(stderr).toContain('is not a database');
      expect(chat.texts).toEqual([expect.stringContaining('Stockhand has ended.')]);
      expect(chat.texts[0]).toContain('stockhand restore');
    }),
  );

  it(
    'what cannot be told is on the page',
    toldScene(async (scene, _chat, mail) => {
      await mail.close();
      scene.write('out/artikel.csv', unreadable);
      const daemon = await scene.daemon();
      const need = await until('the page shows it', async () =>
        (await daemon.facts()).needsYou.find(({ id }) => id === 'ALERTS_FAILED mail'),
      );
      expect(need.cause).toContain('lager@firma.example');
      expect(need.cause).toContain('ECONNREFUSED');
      await daemon.stop();
    }),
  );

  it(
    'alerts test tells each of them, and which one does not work; check asks the mail server',
    toldScene(async (scene, chat, mail) => {
      const good = await scene.run('alerts', 'test');
      expect(good.code).toBe(0);
      expect(chat.texts[0]).toContain('This is a test');
      expect(mail.received).toHaveLength(1);
      const checked = await scene.run('check');
      expect(checked.stdout).toContain('the mail server accepts mail.');
      expect(mail.received).toHaveLength(1);
      await mail.close();
      const bad = await scene.json<{ list: readonly object[] }>('alerts', 'test');
      expect(bad.exitCode).toBe(1);
      expect(bad.list).toMatchObject([
        { channel: 'mail', sent: false, error: expect.stringContaining('ECONNREFUSED') },
        { channel: 'webhook', sent: true },
      ]);
    }),
  );

  it(
    'alerts test says that nobody is named',
    inScene({ catalog: twoExports }, async (scene) => {
      const { error, exitCode } = await scene.json<Refused>('alerts', 'test');
      expect({ ...error, exitCode }).toMatchObject({
        exitCode: 78,
        code: 'CONFIG_ALERTS',
        message: expect.stringContaining('neither alerts.mail nor alerts.webhook'),
      });
    }),
  );
});
