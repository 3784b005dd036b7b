import { Liquid } from 'liquidjs';
import type { WriteAdapter } from '../../src/domain/adapter.ts';
import type { Encoding } from '../../src/domain/encoding.ts';
import { errorText, StockhandError } from '../../src/domain/error.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import { refuseUnholdableKeys } from '../order/keys.ts';
import { encode, unholdableIn } from '../text/encode.ts';
import { csvFilter, xmlFilter } from './filters.ts';
import { scopeOf } from './scope.ts';

export interface TemplateWriting {
  /** `order.txt.liquid` writes files that end in `.txt`. */
  readonly name: string;
  readonly text: string;
  readonly encoding?: Encoding;
}

const templateLengthMax = 1_000_000;
/** What one order may cost: a template with a loop that grows ends here, and parks only its order. */
const renderMsMax = 2_000;
const memoryMax = 20_000_000;
const fileLengthMax = 10_000_000;
const mark = '\ufeff';
/** A key in a line-based file must not end the line. */
const control = /\p{Cc}/u;

/** A Liquid template of the supplier's own. Throws CONFIG_INVALID where it cannot be parsed. */
export function createTemplate({ name, text, encoding = 'utf-8' }: TemplateWriting): WriteAdapter {
  const engine = createEngine();
  const lacking = unholdableIn(encoding);
  // The mark that an editor has put before the template is none of its text: in a code page it would be a `?`.
  const template = parse(engine, name, lacking.test(mark) ? text.replace(mark, '') : text);
  const refused = [control, lacking];
  return {
    extension: extensionOf(name),
    write(order) {
      for (const unholdable of refused) refuseUnholdableKeys(order, unholdable);
      let rendered: string;
      try {
        rendered = String(engine.renderSync(template, scopeOf(order)));
      } catch (cause) {
        return cannotHold(order, `the template ${name} failed: ${reasonOf(cause)}.`);
      }
      if (rendered.trim() === '') return cannotHold(order, `the template ${name} wrote nothing.`);
      if (rendered.length > fileLengthMax)
        return cannotHold(
          order,
          `the template ${name} wrote more than ${fileLengthMax} characters.`,
        );
      return encode(rendered, encoding);
    },
  };
}

/** No files, no partials, no prototypes; time and memory end (fault 79: what is in an order cannot run). */
function createEngine(): Liquid {
  const engine = new Liquid({
    templates: {},
    strictFilters: true,
    ownPropertyOnly: true,
    dynamicPartials: false,
    timezoneOffset: 0,
    parseLimit: templateLengthMax,
    renderLimit: renderMsMax,
    memoryLimit: memoryMax,
  });
  engine.registerFilter('xml', xmlFilter);
  engine.registerFilter('csv', csvFilter);
  return engine;
}

function parse(engine: Liquid, name: string, text: string): ReturnType<Liquid['parse']> {
  try {
    return engine.parse(text, name);
  } catch (cause) {
    throw new StockhandError(
      'CONFIG_INVALID',
      `orders.outbox.template: ${name} is not a template: ${reasonOf(cause)}.`,
      { remedy: 'Correct it at the line that is named; adapters/template/README.md shows one.' },
    );
  }
}

const reasonLengthMax = 300;

/** Its first line names the line of the template; the rest would show the order. */
function reasonOf(cause: unknown): string {
  const text = errorText(cause);
  return (text.split('\n')[0] ?? '').slice(0, reasonLengthMax).replace(/\.$/, '');
}

/** Only endings that no system runs (fault 76), and none of another meaning: `.ack` is one. */
const endings = /\.(txt|csv|xml|json|edi|dat|asc)(?:\.liquid)?$/i;

function extensionOf(name: string): string {
  return endings.exec(name)?.[1]?.toLowerCase() ?? 'txt';
}
