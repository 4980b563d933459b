import { defineConfig } from 'drizzle-kit'

// Only for writing migrations: `drizzle-kit generate --name …`. Running them is db/migrate.ts.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/service/platform/db/schema/*.ts',
  out: './src/service/platform/db/migrations',
})
