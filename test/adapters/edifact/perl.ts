import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Reads interchanges with Debian's libbusiness-edifact-interchange-perl, one JSON line each. */
const program = `
use Business::Edifact::Interchange; use JSON::PP;
my $json = JSON::PP->new->utf8;
while (my $file = <STDIN>) {
  chomp $file;
  open my $in, '<:raw', $file or die; local $/; my $text = <$in>; close $in;
  $text =~ s/^UNA:\\+\\.\\?\\*'//;
  my $read = Business::Edifact::Interchange->new; $read->parse($text);
  my $message = $read->messages->[0];
  print $json->encode({
    function => $message->function, code => $message->message_code,
    currency => $message->currency_code, date => $message->date_of_message,
    count => $message->{summary_count}, totals => $message->{monetary_amount},
    lines => [ map { { id => $_->{item_number}, quantity => $_->{quantity},
      total => $_->{lineitem_amount}, price => $_->{price}[0]{price},
      tax => $_->{tax}[0]{rate} } } @{ $message->items } ],
  }), "\\n";
  $/ = "\\n";
}`;

export interface PerlOrder {
  readonly function: string;
  readonly code: string;
  readonly currency?: string;
  readonly date?: string;
  readonly count: string;
  readonly totals?: readonly { readonly qualifier: string; readonly value: string }[];
  readonly lines: readonly Readonly<
    Record<'id' | 'quantity' | 'total' | 'price' | 'tax', string | null>
  >[];
}

export function hasPerlReader(): boolean {
  return (
    spawnSync('perl', ['-MBusiness::Edifact::Interchange', '-MJSON::PP', '-e', '1']).status === 0
  );
}

export function readByPerl(interchanges: readonly Uint8Array[]): readonly PerlOrder[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stockhand-edifact-'));
  try {
    const files = interchanges.map((bytes, index) => {
      const file = path.join(folder, `${index}.edi`);
      writeFileSync(file, bytes);
      return `${file}\n`;
    });
    return lines(files.join(''));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function lines(input: string): readonly PerlOrder[] {
  const options = { input, encoding: 'utf8', maxBuffer: 100_000_000 } as const;
  const { status, stdout, stderr } = spawnSync('perl', ['-e', program], options);
  if (status !== 0 || stderr !== '') throw new Error(`perl: ${stderr.slice(0, 500)}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PerlOrder);
}
