// The site: every page of site/target/pages, which scripts/site gathers from the repository.
import { readFileSync, readdirSync, statSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = join(root, 'site/target/pages')
const repository = 'https://github.com/tersegrad/tersegrad'

/** The pages of a folder as links of the side bar, the index first. */
function links(folder) {
  const path = join(pages, folder)
  if (!existsSync(path)) {
    return []
  }
  return readdirSync(path)
    .filter((name) => statSync(join(path, name)).isFile() && name.endsWith('.md'))
    .sort((a, b) => (b === 'index.md') - (a === 'index.md') || a.localeCompare(b))
    .map((name) => ({ text: title(join(path, name)), link: `/${folder}/${name.replace(/(index)?\.md$/, '')}` }))
}

function title(file) {
  return (/^# (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? file).replaceAll('`', '')
}

/** Anchors as GitHub makes them, so that one link serves both. */
const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

const integrations = ['mpi', 'spark', 'djl', 'tls', 'jgroups', 'network'].flatMap((name) => links(`integrations/${name}`))

export default defineConfig({
  title: 'Tersegrad',
  description: 'Gradient compression for the JVM, in pure Java',
  base: process.env.SITE_BASE ?? '/',
  srcDir: 'target/pages',
  outDir: 'target/html',
  cacheDir: 'target/cache',
  cleanUrls: false,
  lastUpdated: false,
  // Javadoc and the pages of commands are made by other programs; test.mjs follows links to them in the finished site.
  ignoreDeadLinks: [/^\/(javadoc|live)\//],
  markdown: { config: (md) => md.set({ html: false }), anchor: { slugify }, headers: { slugify } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: repository }],
    nav: [
      { text: 'First steps', link: '/docs/tutorials/first-steps' },
      { text: 'Recipes', link: '/docs/reference/recipes' },
      { text: 'Javadoc', link: '/javadoc/index.html', target: '_blank' },
    ],
    sidebar: [
      { text: 'Tutorials', items: links('docs/tutorials') },
      { text: 'How-to guides', items: [...links('docs/how-to'), ...integrations] },
      { text: 'Reference', items: links('docs/reference') },
      { text: 'Explanation', items: links('docs/explanation') },
      { text: 'Notebooks', items: links('notebooks'), collapsed: true },
      {
        text: 'Live pages',
        items: [
          { text: 'A comparison', link: '/live/compare/report.html', target: '_blank' },
          { text: 'Will it pay?', link: '/live/pays/pays.html', target: '_blank' },
          { text: 'Claims', link: '/live/claims/claims.html', target: '_blank' },
        ],
      },
      { text: 'Decisions', items: links('docs/decisions'), collapsed: true },
    ],
  },
})
