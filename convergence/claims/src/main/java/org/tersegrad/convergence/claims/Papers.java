package org.tersegrad.convergence.claims;

import java.util.List;
import java.util.Map;

/** Addresses of the papers that {@link Statement#source} names. */
public final class Papers {
    private static final Map<String, String> ADDRESSES = Map.ofEntries(
            arxiv("Agarwal and others 2022", "2103.00543"),
            arxiv("Alistarh and others 2017", "1610.02132"),
            arxiv("Basu and others 2019", "1906.02367"),
            arxiv("Bernstein and others 2018", "1802.04434"),
            arxiv("Beznosikov and others 2020", "2002.12410"),
            arxiv("Chen and others 2025", "2510.26709"),
            arxiv("Douillard and others 2023", "2311.08105"),
            arxiv("Fatkhullin and others 2023", "2305.15155"),
            arxiv("Gao, Islamov and Stich 2024", "2311.05645"),
            arxiv("Horvath and others 2019", "1905.10988"),
            Map.entry("Jordan and others 2024", "https://kellerjordan.github.io/posts/muon/"),
            arxiv("Karimireddy and others 2019", "1901.09847"),
            arxiv("Koloskova, Stich and Jaggi 2019", "1902.00340"),
            arxiv("Korthikanti and others 2022", "2205.05198"),
            arxiv("Lin and others 2018", "1712.01887"),
            arxiv("Liu and others 2024", "2404.00438"),
            arxiv("Liu and others 2025", "2502.16982"),
            arxiv("Markov and others 2022", "2111.08617"),
            arxiv("Narayanan and others 2021", "2104.04473"),
            arxiv("NVIDIA 2025", "2509.25149"),
            arxiv("Peng, Quesnelle and Kingma 2024", "2411.19870"),
            arxiv("Richtarik and others 2021", "2106.05203"),
            arxiv("Rouhani and others 2023", "2310.10537"),
            arxiv("Sarfi and others 2025", "2508.15706"),
            Map.entry("Seide and others 2014", "https://doi.org/10.21437/Interspeech.2014-274"),
            arxiv("Shi and others 2019", "1901.04359"),
            arxiv("Shi and others 2020", "2005.13247"),
            arxiv("Stich and others 2018", "1809.07599"),
            arxiv("Tang and others 2021", "2102.02888"),
            arxiv("Therien and others 2025", "2505.23725"),
            arxiv("Vargaftik and others 2021", "2105.08339"),
            arxiv("Vargaftik and others 2022", "2108.08842"),
            arxiv("Vogels and others 2019", "1905.13727"),
            arxiv("Wen and others 2017", "1705.07878"),
            arxiv("Wilson and others 2017", "1705.08292"),
            arxiv("Zhang and others 2023", "2302.12445"));

    private Papers() {}

    private static Map.Entry<String, String> arxiv(String paper, String number) {
        return Map.entry(paper, "https://arxiv.org/abs/" + number);
    }

    /** Addresses of the papers that a text names, in the order of the text; none if no paper is known. */
    public static List<String> in(String source) {
        return ADDRESSES.keySet().stream()
                .filter(source::contains)
                .sorted((a, b) -> Integer.compare(source.indexOf(a), source.indexOf(b)))
                .map(ADDRESSES::get)
                .toList();
    }
}
