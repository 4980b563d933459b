DROP INDEX "artists_tsv";--> statement-breakpoint
DROP INDEX "artists_trigrams";--> statement-breakpoint
DROP INDEX "contents_tsv";--> statement-breakpoint
DROP INDEX "contents_trigrams";--> statement-breakpoint
CREATE INDEX "artists_by_update" ON "artists" USING btree ("updated_at");--> statement-breakpoint
ALTER TABLE "artists" DROP COLUMN "tsv";--> statement-breakpoint
ALTER TABLE "artists" DROP COLUMN "search_names";--> statement-breakpoint
ALTER TABLE "contents" DROP COLUMN "tsv";--> statement-breakpoint
ALTER TABLE "contents" DROP COLUMN "search_names";