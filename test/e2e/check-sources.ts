/** Configurations of the tests of `check`: what all begin with, and one source of articles. */
export const head = (url: string) => `marketplace: { baseUrl: "${url}", apiKey: sandbox-key }
dataDir: ./state
catalog:
  sources:
`;

export const articles = (url: string) => `${head(url)}    - name: articles
      folder: ./out
      files: "artikel*.csv"
      stable: { quiet: 0s }
`;

export const filtered = (url: string, keys: string) => `${articles(url)}      delimiter: ";"
      mapping: { externalId: Nr, name: Name }
      ${keys}
`;
