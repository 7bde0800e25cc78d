package org.tersegrad.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** Spark on this machine alone. */
final class Sparks {
    private Sparks() {}

    static SparkConf conf(String master) {
        return new SparkConf()
                .setMaster(master)
                .setAppName("tersegrad-test")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1");
    }

    static JavaSparkContext local() {
        return new JavaSparkContext(conf("local[2]"));
    }
}
