// The part of undici that transport.ts loads by its own file.
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
