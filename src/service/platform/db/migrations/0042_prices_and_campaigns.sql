CREATE TABLE "package_prices" (
	"id" text PRIMARY KEY NOT NULL,
	"package_id" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"price" bigint NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "package_prices_start" UNIQUE("package_id","starts_at"),
	CONSTRAINT "package_prices_amounts" CHECK ("package_prices"."price" >= 0 and "package_prices"."discount" between 0 and "package_prices"."price")
);
--> statement-breakpoint
CREATE TABLE "sms_campaigns" (
	"id" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"segment" text NOT NULL,
	"package_id" text,
	"days" smallint,
	"author" text NOT NULL,
	"recipients" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tested_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone,
	CONSTRAINT "sms_campaigns_segment_known" CHECK ("sms_campaigns"."segment" in ('all', 'expiring', 'expired', 'package', 'last_seen')),
	CONSTRAINT "sms_campaigns_length" CHECK (char_length("sms_campaigns"."text") between 1 and 500),
	CONSTRAINT "sms_campaigns_sent" CHECK (("sms_campaigns"."sent_at" is null) = ("sms_campaigns"."recipients" is null))
);
--> statement-breakpoint
-- looser: nodes of the previous release never write the kind campaign, and send whatever is due.
ALTER TABLE "notices" DROP CONSTRAINT "notices_kind_known";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "campaign_id" text;--> statement-breakpoint
ALTER TABLE "package_prices" ADD CONSTRAINT "package_prices_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "package_prices_due" ON "package_prices" USING btree ("starts_at") WHERE "package_prices"."applied_at" is null;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind_known" CHECK ("notices"."kind" in ('ticket_answered', 'subscription_ending', 'new_device', 'dd-notice', 'dd-renewed', 'dd-failed', 'title_available', 'account_changed', 'campaign'));