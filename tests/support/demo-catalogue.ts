/** The records of demo/catalogue, parsed as the import parses them. */
import { ImportRecord } from '#src/contract/import.ts'
import { catalogueLines, readDemoJson } from '#src/service/operations/demo/catalogue.ts'
import { HomeFile } from '#src/service/storefront/home-file.ts'

export async function demoRecords(): Promise<ImportRecord[]> {
  const records: ImportRecord[] = []
  for await (const { text } of catalogueLines())
    records.push(ImportRecord.parse(JSON.parse(text ?? '')))
  return records
}

export async function demoPage(name: 'home.json' | 'kids.json'): Promise<HomeFile> {
  return HomeFile.parse(await readDemoJson(name))
}
