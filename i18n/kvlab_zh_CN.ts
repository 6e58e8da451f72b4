<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>{name} {version}</source>
        <translation>{name} {version}</translation>
    </message>
    <message>
        <source>Hands-on labs about compressing the KV cache of a language model.</source>
        <translation>动手学语言模型的 KV cache 压缩。</translation>
    </message>
    <message>
        <source>Every number is computed on this machine when a slider moves.</source>
        <translation>滑块一动，每个数字都在本机真实计算。</translation>
    </message>
    <message>
        <source>It opens no network connection, ever.</source>
        <translation>本程序从不联网。</translation>
    </message>
    <message>
        <source>Licence: Apache License 2.0.</source>
        <translation>许可证：Apache License 2.0。</translation>
    </message>
    <message>
        <source>Real activations: keys, values and queries of SmolLM2-135M-Instruct (Apache-2.0).</source>
        <translation>真实激活值：SmolLM2-135M-Instruct 的 key、value 和 query（Apache-2.0）。</translation>
    </message>
    <message>
        <source>Models: sizes read from the configurations their makers publish, as of {date}. The lab names the source of each; a value from memory is marked.</source>
        <translation>模型：尺寸取自各家公开的配置文件，截至 {date}。实验页注明每项的来源，凭记忆的数值有标记。</translation>
    </message>
    <message>
        <source>Accelerators: memory as the driver reports it, and bandwidth, as of {date}.</source>
        <translation>加速卡：显存按驱动报告的容量，另附带宽，截至 {date}。</translation>
    </message>
    <message>
        <source>Change of loss end to end: measured beforehand on the same model, as of {date}.</source>
        <translation>端到端的损失变化：事先在同一个模型上测得，截至 {date}。</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Labs</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Copy figure</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>打印…</translation>
    </message>
    <message>
        <source>Handout…</source>
        <translation>课堂讲义…</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>实验报告…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Reset this lab</source>
        <translation>重置本实验</translation>
    </message>
    <message>
        <source>Reset all labs</source>
        <translation>重置全部实验</translation>
    </message>
    <message>
        <source>Start over (forget my progress)</source>
        <translation>从头开始（清除我的进度）</translation>
    </message>
    <message>
        <source>Preferences…</source>
        <translation>偏好设置…</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Leave the presentation</source>
        <translation>退出演示</translation>
    </message>
    <message>
        <source>Next step of the lecture (while presenting)</source>
        <translation>讲课的下一步（放映时）</translation>
    </message>
    <message>
        <source>Step before (while presenting)</source>
        <translation>上一步（放映时）</translation>
    </message>
    <message>
        <source>Lecture plan…</source>
        <translation>讲课提纲…</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Chinese / English</source>
        <translation>中文 / English</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>About KV Lab</source>
        <translation>关于 KV Lab</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Export as last time</source>
        <translation>按上次的选择导出</translation>
    </message>
    <message>
        <source>Self-check</source>
        <translation>自检</translation>
    </message>
    <message>
        <source>Open the log folder</source>
        <translation>打开日志文件夹</translation>
    </message>
    <message>
        <source>Go to {lab}</source>
        <translation>转到“{lab}”</translation>
    </message>
    <message>
        <source>Preset {number}</source>
        <translation>预设 {number}</translation>
    </message>
</context>
<context>
    <name>AttentionLab</name>
    <message>
        <source>K only</source>
        <translation>只 K</translation>
    </message>
    <message>
        <source>V only</source>
        <translation>只 V</translation>
    </message>
    <message>
        <source>K and V</source>
        <translation>K 和 V</translation>
    </message>
    <message>
        <source>original weights</source>
        <translation>原始权重</translation>
    </message>
    <message>
        <source>after quantization</source>
        <translation>量化后权重</translation>
    </message>
    <message>
        <source>attention weight</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>1 − cosine similarity</source>
        <translation>1 − 余弦相似度</translation>
    </message>
    <message>
        <source>Bars: attention weights of {count} tokens before and after quantization ({target}, {bits}); &apos;{token}&apos; goes from {before} to {after}. Curves: 1 − cosine against bits, now {gap}.</source>
        <translation>柱：{count} 个 token 的注意力权重，量化前和量化后（{target}，{bits}）；“{token}”从 {before} 变为 {after}。曲线：1 − 余弦随 bits 的变化，现在是 {gap}。</translation>
    </message>
    <message>
        <source>int8: near lossless</source>
        <translation>int8 几乎无损</translation>
    </message>
    <message>
        <source>int4</source>
        <translation>int4</translation>
    </message>
    <message>
        <source>int2 breaks</source>
        <translation>int2 开始翻车</translation>
    </message>
    <message>
        <source>Fair at nearly equal bits</source>
        <translation>位宽相近才公平</translation>
    </message>
    <message>
        <source>int2 with KIVI groups</source>
        <translation>int2 换 KIVI 分组</translation>
    </message>
    <message>
        <source>A hard window</source>
        <translation>困难窗口</translation>
    </message>
    <message>
        <source>See the sink</source>
        <translation>看见 sink</translation>
    </message>
    <message>
        <source>V only at 1 bit</source>
        <translation>只把 V 压到 1 bit</translation>
    </message>
    <message>
        <source>Typical window, K and V, per token: go down from 4 bits. At how many does the top-1 token change first?</source>
        <translation>典型窗口，K 和 V 都按 token，从 4 bit 往下拉。top-1 在几 bit 第一次改变？</translation>
    </message>
    <message>
        <source>At 3 bits, per token: quantize K only, then V only. Which hurts more?</source>
        <translation>3 bit，按 token：先“只 K”，再“只 V”，哪个伤得更重？</translation>
    </message>
    <message>
        <source>At 2 bits, go from per token to KIVI groups. Does the top-1 token come back?</source>
        <translation>2 bit 下从按 token 换成 KIVI 分组，top-1 回来了吗？</translation>
    </message>
    <message>
        <source>Only V is quantized, to 1 bit. How large is the KL divergence of the weights?</source>
        <translation>只量化 V，压到 1 bit。权重分布的 KL 散度有多大？</translation>
    </message>
    <message>
        <source>Large</source>
        <translation>很大</translation>
    </message>
    <message>
        <source>Small</source>
        <translation>很小</translation>
    </message>
    <message>
        <source>Exactly 0</source>
        <translation>恰好是 0</translation>
    </message>
    <message>
        <source>Exactly 0, and the top-1 token stays: V never enters the weights. Only the output suffers; its cosine is 0.74 on the shipped data.</source>
        <translation>恰好是 0，top-1 也不变：V 根本不参与算权重。受损的只是输出，在自带的数据上余弦是 0.74。</translation>
    </message>
    <message numerus="yes">
        <source>%n bit(s)</source>
        <translation>
            <numerusform>%n bit</numerusform>
        </translation>
    </message>
    <message>
        <source>Three steps</source>
        <translation>三步走</translation>
    </message>
    <message>
        <source>The query is the vector with which a token asks. Its dot product with a token&apos;s K, scaled, is that token&apos;s score. Softmax turns the scores into weights that add up to 1. The output is the sum of the V, each times its weight. Of each pair, left is the original weight, green the one after quantization. Softmax runs over these 12 tokens only. Watch at how many bits the cosine begins to fall.</source>
        <translation>query 是当前 token 拿来提问的向量。它和一个 token 的 K 做点积，再乘缩放系数，就是分数。softmax 把分数变成权重，加起来等于 1。每个 V 乘以自己的权重，加起来就是输出。每一对柱子里，左边是原始权重，绿色的是量化之后的权重。softmax 只在这 12 个 token 上算。看余弦相似度在几 bit 时才开始明显下降。</translation>
    </message>
    <message>
        <source>One more point of score multiplies a weight by e ≈ 2.72. Here the first token leads the second by {gap}: {lead} times its weight. The scores are off by up to {error}. That changes a weight by a factor of up to {factor}, before all are scaled to 1.</source>
        <translation>分数多 1，权重就乘以 e ≈ 2.72。这里第一名比第二名高 {gap} 分，权重是它的 {lead} 倍。分数最多偏了 {error}，归一化之前，权重最多差 {factor} 倍。</translation>
    </message>
    <message>
        <source>Rule of thumb: nearly all goes to a few. Measured: here the first takes {top1}, the first three {top3}. Over all {windows} windows the median of the top weight is {median}. With token 0, the sink, in the window it is {with_sink}. Reason: how far ahead the first is depends on the head and on the sink. What does hold: where the weight is small, a small error in K leaves it small.</source>
        <translation>经验规律：几乎全部归少数几个。实测：这里第一名拿走 {top1}，前三名合计 {top3}。全部 {windows} 个窗口里，最大权重的中位数是 {median}。窗口里有 sink（token 0）时是 {with_sink}。原因：第一名领先多少，取决于注意力头，也取决于 sink 在不在。站得住的是：权重本来就接近 0 的 token，K 偏一点，权重还是接近 0。</translation>
    </message>
    <message>
        <source>It depends on the grouping. K and V are quantized; we count the windows with a cosine above 0.99. Per token {rows}, in small groups {small}, in KIVI groups {kivi}. {groups} points come from smaller groups, {axis} from the axis. Reason: K has a few large channels (a channel is one place in the vector). They stretch the spacing of all that share a group with them.</source>
        <translation>要看怎么分组。K 和 V 都量化，数一数余弦超过 0.99 的窗口。按 token 占 {rows}，按 token 小组占 {small}，KIVI 分组占 {kivi}。{groups} 个百分点来自组变小，{axis} 个来自换方向。原因：K 有几个特别大的通道（通道就是向量里的一维）。谁和它们同组，谁的间距就被撑大。</translation>
    </message>
    <message>
        <source>Measured, K and V: the median cosine of all windows. Per token it is {rows}, in KIVI groups {kivi}. Reason: with four lines the scores&apos; errors outgrow the first token&apos;s lead. Softmax then picks another token.</source>
        <translation>实测，K 和 V 都量化，看全部窗口余弦的中位数。按 token 是 {rows}，KIVI 分组是 {kivi}。原因：只有 4 条线，分数的误差超过了第一名的领先。softmax 就选了别的 token。</translation>
    </message>
    <message>
        <source>Rule of thumb: it does. Measured at 4 bits, by cosine. Per token it does in {rows} of the windows, with KIVI groups in {kivi}. Reason: grouped by channel, K&apos;s errors become small; V&apos;s stay what they were. And K then pays 6.67 bits, V only 4.5. KL and top-1 are changed by K alone. Over the whole model V only is the safer one all the same. Its KL is 0.0044, that of K only 0.0086. This was measured beforehand at 4 bits, in KIVI groups of 32.</source>
        <translation>经验规律：更耐压。4 bit 实测，按余弦比。按 token 时 {rows} 的窗口如此，KIVI 分组下是 {kivi}。原因：K 按通道分组后误差变小，V 的误差没变。而且这时 K 花了 6.67 bit，V 只花 4.5 bit。KL 和 top-1 只被 K 改变。放到整个模型，仍是“只 V”更稳：KL 为 0.0044，“只 K”为 0.0086。这是事先测好的：4 bit，KIVI 分组，每组 32 个。</translation>
    </message>
    <message>
        <source>At {bits}: take the error of each V times its weight. One by one they add up to {apart} of the output&apos;s length. In the sum only {left} is left: plus and minus cancel. Where one token holds nearly all the weight, little cancels: see the sink.</source>
        <translation>{bits} 时，各个 V 的误差乘上权重，长度逐个相加是输出的 {apart}。真正求和之后只剩 {left}：正负抵消了。如果一个 token 独占几乎全部权重，就抵消不了多少：点“看见 sink”。</translation>
    </message>
    <message>
        <source>The weights are made of the query and K. V comes after the softmax. So with V only, KL is exactly 0 and the top-1 token stays, at any number of bits. An error of K passes the dot product and is magnified by the softmax. An error of V is only averaged.</source>
        <translation>权重只由 query 和 K 算出。V 在 softmax 之后才用到。所以只量化 V 时，不管几 bit，KL 恰好是 0，top-1 不变。K 的误差经过点积，再被 softmax 指数放大。V 的误差只是被平均。</translation>
    </message>
    <message>
        <source>The first score leads the second by {gap}. Half of that is {half}. While every score is off by less, the top-1 token cannot change. The largest error here is {error}.</source>
        <translation>第一名的分数比第二名高 {gap}。只要每个分数的误差都小于它的一半，也就是 {half}，top-1 就不可能变。这里最大的误差是 {error}。</translation>
    </message>
    <message>
        <source>Many queries attend most to token 0, whatever it is: the attention sink. A window of the last 12 tokens leaves it out. The window &apos;Sink&apos; puts it in the place of the first token. Its V is short, we call it quiet. So the output is short, and the same error weighs more. &apos;Hard&apos; was chosen because int4 changes its answer. Of all windows {kept} keep their top-1 token at the present setting.</source>
        <translation>很多 query 最关注 token 0，不管它是什么字：这叫注意力汇聚（sink）。最近 12 个 token 的窗口里没有它。选“含 sink”，就用它换掉窗口的第一个 token。它的 V 很短，我们说它“安静”。输出也就短，同样的误差显得更大。“困难”是专门挑的：int4 会改变它的答案。在当前设置下，全部窗口里有 {kept} 的 top-1 不变。</translation>
    </message>
    <message>
        <source>Who shares a scale; lab 03 explains why.
Per token: a row of 64.
Small groups: 12 channels of a row of K.
KIVI: the 12 tokens of a channel of K.
V is always per token.</source>
        <translation>谁和谁共用一个 scale；为什么，见实验 03。
按 token：一行 64 个数。
按 token 小组：K 的一行里 12 个通道。
KIVI：K 的一个通道里 12 个 token。
V 始终按 token。</translation>
    </message>
    <message>
        <source>The 12 tokens that end at the query.
Hard: chosen because int4 changes its answer.
Sink: the typical window with token 0 in the place of the first.
Custom: any layer, head and query.</source>
        <translation>到 query 为止的 12 个 token。
困难：专门挑的，int4 会改变它的答案。
含 sink：典型窗口，用 token 0 换掉第一个 token。
自选：任意的层、头和 query。</translation>
    </message>
    <message>
        <source>Softmax magnifies exponentially</source>
        <translation>softmax 是指数放大</translation>
    </message>
    <message>
        <source>Do a few tokens take nearly all the weight?</source>
        <translation>少数几个 token 拿走几乎全部权重？</translation>
    </message>
    <message>
        <source>int8 is nearly lossless</source>
        <translation>int8 几乎无损</translation>
    </message>
    <message>
        <source>int4 stays above 0.99</source>
        <translation>int4 的余弦仍在 0.99 以上</translation>
    </message>
    <message>
        <source>Does V only survive more than K only?</source>
        <translation>“只 V”比“只 K”更耐压？</translation>
    </message>
    <message>
        <source>V&apos;s rounding cancels in the average</source>
        <translation>V 的舍入误差在平均时抵消</translation>
    </message>
    <message>
        <source>Why only K moves KL and top-1</source>
        <translation>为什么只有 K 会动 KL 和 top-1</translation>
    </message>
    <message>
        <source>The error that would flip it</source>
        <translation>多大的误差才会翻转</translation>
    </message>
    <message>
        <source>Groupings and what they cost</source>
        <translation>各种分组和它们的代价</translation>
    </message>
    <message>
        <source>The sink, and the windows</source>
        <translation>sink 和窗口</translation>
    </message>
    <message>
        <source>&apos;{before}&apos; → &apos;{after}&apos;</source>
        <translation>“{before}” → “{after}”</translation>
    </message>
    <message>
        <source>&apos;{token}&apos;, token {position}: weight {before} → {after}, score {score} → {score_after}</source>
        <translation>“{token}”，token {position}：权重 {before} → {after}，分数 {score} → {score_after}</translation>
    </message>
    <message>
        <source>The words on the cards</source>
        <translation>卡片上的词</translation>
    </message>
    <message>
        <source>Measured, K and V per token: the lowest cosine of all {windows} windows is {lowest}. Reason: with 256 lines the spacing is 1/255 of the range. The error is half of that at most.</source>
        <translation>实测，K 和 V 都按 token：全部 {windows} 个窗口里，余弦最低的也有 {lowest}。原因：256 条线，间距只有范围的 1/255，误差最多半个间距。</translation>
    </message>
    <message>
        <source>A group shares a scale and a zero, 32 bits together. They come on top of the values&apos; own bits.
Per token: a row of 64 values is one group, 0.5 bits a value.
Small groups: 12 channels of a row of K, the last group 4: 3 bits.
KIVI (a paper&apos;s name): the 12 tokens of a channel of K, 2.67 bits. V stays per token.
So K in KIVI&apos;s int2 costs 4.67 bits, about what int4 per token does.</source>
        <translation>一组共用一个 scale（网格间距）和一个 zero（网格起点），合计 32 bit。
按 token：一行 64 个数一组，每个数多 0.5 bit。
按 token 小组：K 的一行里每 12 个通道一组，每个数多 3 bit。64 除不尽，最后 4 个自成一组。
KIVI（取自论文名）：K 的一个通道里 12 个 token 一组，每个数多 2.67 bit。V 仍按 token。
所以 KIVI 的 int2，K 要花 4.67 bit，和按 token 的 int4 差不多。</translation>
    </message>
    <message>
        <source>Cosine similarity: do both outputs point the same way; 1 is exactly.
Top-1: the token with the largest weight.
KL divergence: how far the weights moved; 0 is not at all. Its unit, the nat, belongs to the natural logarithm.
Output relative error: length of the difference / length of the output.
Effective bits: stored bits per value with scale and zero; 16 if not quantized.
Head: a layer attends in several heads; several query heads share one KV head.</source>
        <translation>余弦相似度：两个输出的方向是否一致，1 是完全一致。
top-1：权重最大的 token。
KL 散度：权重分布变了多少，0 是没变。单位 nat，来自自然对数。
输出相对误差：差的长度除以输出的长度。
等效位宽：每个数实际存的 bit，含 scale 和 zero；没量化的是 16。
头：一层里有多个注意力头；几个 query 头共用一个 KV 头。</translation>
    </message>
    <message>
        <source>Why attention survives the error</source>
        <translation>注意力为什么扛得住这种误差</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Softmax gives most of the weight to a few tokens; elsewhere an error of K stays near zero. V&apos;s errors average out.</source>
        <translation>softmax 把大部分权重给了少数几个 token；其余 token 的 K 偏一点，权重还是接近 0。V 的误差会被平均掉。</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>an output is zero and has no direction</source>
        <translation>输出是零向量，没有方向</translation>
    </message>
    <message>
        <source>quantized</source>
        <translation>量化对象</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Per token</source>
        <translation>按 token</translation>
    </message>
    <message>
        <source>Small groups</source>
        <translation>按 token 小组</translation>
    </message>
    <message>
        <source>KIVI groups</source>
        <translation>KIVI 分组</translation>
    </message>
    <message>
        <source>window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Typical</source>
        <translation>典型</translation>
    </message>
    <message>
        <source>Hard</source>
        <translation>困难</translation>
    </message>
    <message>
        <source>Sink</source>
        <translation>含 sink</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自选</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>query head</source>
        <translation>query 头</translation>
    </message>
    <message>
        <source>query at token</source>
        <translation>query 所在 token</translation>
    </message>
    <message>
        <source>Output cosine similarity</source>
        <translation>输出余弦相似度</translation>
    </message>
    <message>
        <source>1 − cosine = {gap}</source>
        <translation>1 − 余弦 = {gap}</translation>
    </message>
    <message>
        <source>KL divergence (nat)</source>
        <translation>KL 散度（nat）</translation>
    </message>
    <message>
        <source>Output relative error</source>
        <translation>输出相对误差</translation>
    </message>
    <message>
        <source>cosine &gt; 0.99 in {share} of all windows</source>
        <translation>余弦 &gt; 0.99 的窗口占 {share}</translation>
    </message>
    <message>
        <source>Effective bits K · V</source>
        <translation>等效位宽 K · V</translation>
    </message>
    <message>
        <source>Top-1 token</source>
        <translation>top-1 token</translation>
    </message>
    <message>
        <source>✓ kept</source>
        <translation>✓ 不变</translation>
    </message>
    <message>
        <source>lead {gap} · score errors up to {error}</source>
        <translation>领先 {gap} · 分数误差最大 {error}</translation>
    </message>
    <message>
        <source>✗ changed</source>
        <translation>✗ 变了</translation>
    </message>
    <message>
        <source>{target}, {bits}: cosine {cosine}, 1 − cosine = {gap}</source>
        <translation>{target}，{bits}：余弦 {cosine}，1 − 余弦 = {gap}</translation>
    </message>
    <message>
        <source>below the axis, drawn at its lower end</source>
        <translation>低于坐标轴，画在最下端</translation>
    </message>
    <message>
        <source>tokens {sink} and {first}–{last}</source>
        <translation>token {sink} 和 {first}–{last}</translation>
    </message>
    <message>
        <source>tokens {first}–{last}</source>
        <translation>token {first}–{last}</translation>
    </message>
    <message>
        <source>layer {layer}, query head {head} (KV head {kv_head}), query at {query}, {tokens}</source>
        <translation>第 {layer} 层，query 头 {head}（KV 头 {kv_head}），query 在 {query}，{tokens}</translation>
    </message>
</context>
<context>
    <name>Carried</name>
    <message>
        <source>it is larger than a picture of KV Lab can be</source>
        <translation>文件太大，不会是 KV Lab 的图</translation>
    </message>
    <message>
        <source>it is damaged</source>
        <translation>文件已损坏</translation>
    </message>
    <message>
        <source>this picture was not made by KV Lab, or was saved anew since</source>
        <translation>这张图不是 KV Lab 导出的，或者后来被别的程序另存过</translation>
    </message>
    <message>
        <source>it is no PNG picture</source>
        <translation>这不是 PNG 图片</translation>
    </message>
    <message>
        <source>what it carries is too large</source>
        <translation>图里附带的内容过大</translation>
    </message>
    <message>
        <source>it is no SVG picture</source>
        <translation>这不是 SVG 图片</translation>
    </message>
    <message>
        <source>it is no PDF</source>
        <translation>这不是 PDF</translation>
    </message>
</context>
<context>
    <name>Checks</name>
    <message>
        <source>ok</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>FAILED</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>wrong results: {names}</source>
        <translation>结果不对：{names}</translation>
    </message>
    <message numerus="yes">
        <source>%n result(s) agree with their references</source>
        <translation>
            <numerusform>%n 个结果都与参考值一致</numerusform>
        </translation>
    </message>
    <message>
        <source>sample of {tokens} tokens, {models} models</source>
        <translation>样本 {tokens} 个 token，模型 {models} 个</translation>
    </message>
    <message>
        <source>the font {family} is not loaded</source>
        <translation>字体 {family} 没有加载</translation>
    </message>
    <message>
        <source>{family} lacks: {signs}</source>
        <translation>{family} 缺少这些字：{signs}</translation>
    </message>
    <message numerus="yes">
        <source>%n character(s), all there</source>
        <translation>
            <numerusform>%n 个字符，一个不缺</numerusform>
        </translation>
    </message>
    <message>
        <source>{file} cannot be loaded</source>
        <translation>{file} 无法加载</translation>
    </message>
    <message>
        <source>{file} is damaged</source>
        <translation>{file} 已损坏</translation>
    </message>
    <message numerus="yes">
        <source>%n text(s) in two languages</source>
        <translation>
            <numerusform>两种语言共 %n 条文字</numerusform>
        </translation>
    </message>
    <message>
        <source>the exported picture is empty</source>
        <translation>导出的图是空白的</translation>
    </message>
    <message>
        <source>{width} × {height} pixels</source>
        <translation>{width} × {height} 像素</translation>
    </message>
    <message>
        <source>{size} bytes</source>
        <translation>{size} 字节</translation>
    </message>
    <message>
        <source>{folder} cannot be written: {why}</source>
        <translation>无法写入 {folder}：{why}</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Sample and tables</source>
        <translation>样本和数据表</translation>
    </message>
    <message>
        <source>Fonts</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>Translations</source>
        <translation>译文</translation>
    </message>
    <message>
        <source>Export of a picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Export of slides</source>
        <translation>导出幻灯片</translation>
    </message>
    <message>
        <source>Folder for settings</source>
        <translation>存放设置的文件夹</translation>
    </message>
    <message>
        <source>Self-check</source>
        <translation>自检</translation>
    </message>
    <message>
        <source>Everything is in order.</source>
        <translation>一切正常。</translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) failed.</source>
        <translation>
            <numerusform>有 %n 项检查未通过。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Controls</name>
    <message>
        <source>Open a file: {name}</source>
        <translation>打开文件：{name}</translation>
    </message>
</context>
<context>
    <name>Crash</name>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>程序出错了</translation>
    </message>
    <message>
        <source>This is a defect of the program, and nothing you did wrong. Your settings are kept, and you can go on.</source>
        <translation>这是程序自身的缺陷，不是你操作有误。当前设置都还在，可以继续使用。</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Open the log folder</source>
        <translation>打开日志文件夹</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>default settings</source>
        <translation>默认设置</translation>
    </message>
    <message>
        <source>{name} = {value}</source>
        <translation>{name} = {value}</translation>
    </message>
    <message>
        <source>seed {seed}</source>
        <translation>随机种子 {seed}</translation>
    </message>
    <message>
        <source>KV Lab: figures for slides</source>
        <translation>KV Lab：课件用图</translation>
    </message>
    <message>
        <source>A picture of {width} × {height} pixels is too large</source>
        <translation>{width} × {height} 像素的图片太大</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>A name is missing</source>
        <translation>还没有填名称</translation>
    </message>
    <message>
        <source>There already, and will be replaced: {names}</source>
        <translation>已有同名文件，将被替换：{names}</translation>
    </message>
    <message>
        <source>Will be written: {names}</source>
        <translation>将写入：{names}</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Writing …</source>
        <translation>正在写入…</translation>
    </message>
    <message>
        <source>Cancelled; nothing was written</source>
        <translation>已取消，没有写入任何文件</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Whole page</source>
        <translation>整页</translation>
    </message>
    <message>
        <source>Slide 16:9</source>
        <translation>幻灯片 16:9</translation>
    </message>
    <message>
        <source>Half a slide</source>
        <translation>半张幻灯片</translation>
    </message>
    <message>
        <source>A4 report</source>
        <translation>A4 报告插图</translation>
    </message>
    <message>
        <source>Square</source>
        <translation>正方形</translation>
    </message>
    <message>
        <source>Custom size</source>
        <translation>自定尺寸</translation>
    </message>
    <message>
        <source>PNG picture</source>
        <translation>PNG 图片</translation>
    </message>
    <message>
        <source>SVG, letters as text</source>
        <translation>SVG，文字可编辑</translation>
    </message>
    <message>
        <source>SVG, letters as shapes</source>
        <translation>SVG，文字转为轮廓</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>PowerPoint slides</source>
        <translation>PowerPoint 幻灯片</translation>
    </message>
    <message>
        <source>GIF, a slider moves</source>
        <translation>GIF 动画，滑块移动</translation>
    </message>
    <message>
        <source>CSV, numbers</source>
        <translation>CSV 数据</translation>
    </message>
    <message>
        <source>JSON, numbers</source>
        <translation>JSON 数据</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>纸面</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>As the window</source>
        <translation>与窗口相同</translation>
    </message>
    <message>
        <source>Both, a file each</source>
        <translation>中英文各一份</translation>
    </message>
    <message>
        <source>This lab</source>
        <translation>本实验</translation>
    </message>
    <message>
        <source>All labs</source>
        <translation>全部实验</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Labs</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Width × height</source>
        <translation>宽 × 高</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>清晰度</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Line with setting and source</source>
        <translation>附上设置与来源说明</translation>
    </message>
    <message>
        <source>{width} × {height} pixels</source>
        <translation>{width} × {height} 像素</translation>
    </message>
    <message>
        <source>{width} × {height} mm</source>
        <translation>{width} × {height} 毫米</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>{name}: no file can have this name</source>
        <translation>文件不能叫 {name}</translation>
    </message>
    <message>
        <source>{sign} cannot be in the name of a file</source>
        <translation>文件名里不能有 {sign}</translation>
    </message>
    <message>
        <source>This lab has no slider that a GIF could move</source>
        <translation>本实验没有可以做成 GIF 的滑块</translation>
    </message>
    <message>
        <source>There is not enough memory for a picture of this size</source>
        <translation>内存不够，画不了这么大的图</translation>
    </message>
    <message>
        <source>{why}. Written before that: {names}</source>
        <translation>{why}。在此之前已写入：{names}</translation>
    </message>
    <message>
        <source>Written: {file}</source>
        <translation>已写入：{file}</translation>
    </message>
    <message>
        <source>Written to {folder}: {names}</source>
        <translation>已写入 {folder}：{names}</translation>
    </message>
    <message>
        <source>Figure only</source>
        <translation>只印图</translation>
    </message>
    <message>
        <source>{file} cannot be written: {why}</source>
        <translation>无法写入 {file}：{why}</translation>
    </message>
</context>
<context>
    <name>GridLab</name>
    <message>
        <source>original x</source>
        <translation>原值 x</translation>
    </message>
    <message>
        <source>on the grid</source>
        <translation>落到网格</translation>
    </message>
    <message>
        <source>value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>bound scale/2</source>
        <translation>上限 scale/2</translation>
    </message>
    <message>
        <source>error |x − \hat{x}|</source>
        <translation>误差 |x − \hat{x}|</translation>
    </message>
    <message>
        <source>code</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>code q</source>
        <translation>编码 q</translation>
    </message>
    <message>
        <source>x = {x} ↦ \hat{x} = {landed}, error {error}</source>
        <translation>x = {x} ↦ \hat{x} = {landed}，误差 {error}</translation>
    </message>
    <message>
        <source>sign</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>exponent</source>
        <translation>指数</translation>
    </message>
    <message>
        <source>mantissa</source>
        <translation>尾数</translation>
    </message>
    <message>
        <source>x in fp16</source>
        <translation>x 的 fp16</translation>
    </message>
    <message>
        <source>A group of numbers shares one ruler: {levels} evenly spaced lines from the smallest to the largest, and each number moves to the nearest line.</source>
        <translation>一组数共用一把尺子：在最小值和最大值之间均匀铺 {levels} 条线，每个数吸附到最近的一条。</translation>
    </message>
    <message>
        <source>One outlier stretches the ruler: the {levels} lines move apart, and the other 15 numbers have to make do with the few that are near them.</source>
        <translation>一个离群值把尺子撑宽：{levels} 条线彼此拉开，其余 15 个数只能挤在附近的几条上。</translation>
    </message>
    <message>
        <source>2 bits: four lines</source>
        <translation>2 bit：四条线</translation>
    </message>
    <message>
        <source>4 bits: 16 lines</source>
        <translation>4 bit：16 条线</translation>
    </message>
    <message>
        <source>8 bits: 256 lines</source>
        <translation>8 bit：256 条线</translation>
    </message>
    <message>
        <source>one number stretches the ruler</source>
        <translation>一个数撑宽整把尺子</translation>
    </message>
    <message>
        <source>a real outlier</source>
        <translation>真实的离群值</translation>
    </message>
    <message>
        <source>Count the grid lines at 2 bits.</source>
        <translation>数一数 2 bit 有几条网格线。</translation>
    </message>
    <message>
        <source>Turn on ×12 at 4 bits: how many levels do the other 15 share?</source>
        <translation>4 bit 时把离群值设为 ×12：其余 15 个数挤在几个档位里？</translation>
    </message>
    <message>
        <source>4 bits are 16 levels. The largest number is multiplied by 12. How many of the 16 levels are left for the other 15?</source>
        <translation>4 bit 有 16 个档位。把最大的数乘以 12 以后，其余 15 个数还能用到几个档位？</translation>
    </message>
    <message>
        <source>15: one each</source>
        <translation>15 个：每个数一个</translation>
    </message>
    <message>
        <source>8: about half</source>
        <translation>8 个：大约一半</translation>
    </message>
    <message>
        <source>3: they crowd together</source>
        <translation>3 个：挤在一起</translation>
    </message>
    <message>
        <source>1: all the same</source>
        <translation>1 个：全都一样</translation>
    </message>
    <message>
        <source>How to read the figure</source>
        <translation>怎么看图</translation>
    </message>
    <message>
        <source>Top row: the original values x. Bottom row: where they land. The grey lines are the grid, with their codes. Below, in stored order, each bar is as tall as its value&apos;s error |x − \hat{x}|. Click a dot or a bar to see the value&apos;s 16 bits in fp16 and its code.</source>
        <translation>上排是原值 x，下排是量化后的位置。灰色竖线是网格线，下面标着编码。再往下按存储顺序排列，柱子的高度就是误差 |x − \hat{x}|。点一个圆点或柱子，可以看到这个数的 16 位 fp16 和它的编码。</translation>
    </message>
    <message>
        <source>scale = (max − min) / (2^{bits} − 1)</source>
        <translation>scale = (max − min) / (2^{bits} − 1)</translation>
    </message>
    <message>
        <source>2^{bits} lines: 4, 16, 256</source>
        <translation>2^{bits} 条线：4、16、256</translation>
    </message>
    <message>
        <source>A bit is 0 or 1; n bits make 2^{n} combinations. 2 bits are 4 lines, 4 bits are 16, 8 bits are 256. A line is also called a level; it is used when a value lands on it. The denser the lines, the shorter the way to the nearest one. The error is at most scale/2, and each further bit about halves that bound.</source>
        <translation>一个 bit 只能是 0 或 1，n 个 bit 有 2^{n} 种组合。2 bit 是 4 条线，4 bit 是 16 条，8 bit 是 256 条。一条线也叫一个档位，有数落在上面，才算被用到。线越密，离最近的一条越近；线越稀，误差越大。误差不超过 scale/2，每多 1 bit，这个上限大约减半。</translation>
    </message>
    <message>
        <source>Why {all} and 16?</source>
        <translation>为什么是 {all} 和 16？</translation>
    </message>
    <message>
        <source>fp16 spends 16 bits: 1 for the sign, 5 for the exponent, 10 for the mantissa. That makes 2^{16} = {all} codes. {reserved} are reserved for infinity and NaN; {finite} are finite numbers. int4 has 2^{4} = 16 codes.</source>
        <translation>fp16 用 16 个 bit：1 位符号、5 位指数、10 位尾数，共 2^{16} = {all} 种编码。其中 {reserved} 种留给无穷和 NaN（不是数），{finite} 种是有限值。int4 只有 2^{4} = 16 种编码。</translation>
    </message>
    <message>
        <source>Floating point and fixed point</source>
        <translation>浮点与定点</translation>
    </message>
    <message>
        <source>Without one, the other 15 use {others} of {levels} levels.</source>
        <translation>现在没有离群值，其余 15 个数用到 {levels} 个档位中的 {others} 个。</translation>
    </message>
    <message>
        <source>The other 15 are left with {others} of {levels} levels.</source>
        <translation>现在 {levels} 个档位里，其余 15 个数只用到 {others} 个。</translation>
    </message>
    <message>
        <source>Why an outlier is the core problem</source>
        <translation>为什么离群值是核心难题</translation>
    </message>
    <message>
        <source>The total hides the damage</source>
        <translation>总误差会掩盖损失</translation>
    </message>
    <message>
        <source>×{factor} and a real outlier</source>
        <translation>×{factor} 与真实的离群值</translation>
    </message>
    <message>
        <source>layer {layer}, KV head {head}, key of token {token} &apos;{text}&apos;, channels {first}–{last}</source>
        <translation>第 {layer} 层，KV 头 {head}，token {token}“{text}”的 K，通道 {first}–{last}</translation>
    </message>
    <message>
        <source>What is really stored</source>
        <translation>真正存下来的是什么</translation>
    </message>
    <message>
        <source>16 values fall onto {levels} evenly spaced lines and use {used} of them; the 15 without the largest |x| use {others}. Bars show the errors: the largest, {worst}, at value {which} of 16; the bound is {bound}.</source>
        <translation>16 个数落到 {levels} 条等距的网格线上，用到其中 {used} 条；去掉 |x| 最大的那个，其余 15 个用到 {others} 条。柱子是误差：最大 {worst}，在第 {which} 个数；上限 {bound}。</translation>
    </message>
    <message>
        <source>Keep ×12: how many bits bring the other 15 back under {error}? That was their error at 4 bits without it. Try one bit less too.</source>
        <translation>保持 ×12：最少几 bit 能让其余 15 个数的误差回到 {error} 以下？那是没有离群值时 4 bit 的水平。少 1 bit 也试一试。</translation>
    </message>
    <message>
        <source>3. The lines span the whole range. One large number moves them more than six times as far apart. The other 15 lie where they lay, near the first three lines.</source>
        <translation>3 个。网格线要铺满整个范围，一个大数就把间距拉大到原来的 6 倍多。其余 15 个数还在原处，附近只剩最前面的三条线。</translation>
    </message>
    <message>
        <source>Here ({max} − {min}) / {steps} = {scale}, the distance between two lines. zero = {zero} is where the grid starts. Quantization keeps, in place of a value, the number of its line: the code q. scale and zero are kept once for the whole group. Read back: \hat{x} = q · scale + zero.</source>
        <translation>这里是 ({max} − {min}) / {steps} = {scale}，也就是相邻两条线的间距。zero = {zero} 是网格的起点。量化以后，每个数只存“第几条线”，即编码 q。scale 和 zero 整组只存一份。读回来时 \hat{x} = q · scale + zero。</translation>
    </message>
    <message>
        <source>fp16 is floating point: the exponent slides the point. So it holds 0.0001 and {large} alike. int4 is fixed point: 16 neighbouring integers, 0…15 or −8…7. It has no fractions and no wide range. Only scale and zero, kept outside, map its codes back to real values.</source>
        <translation>fp16 是浮点：指数让小数点滑动，0.0001 和 {large} 都能表示。int4 是定点：只有 0…15（或 −8…7）这 16 个相邻的整数，没有小数，范围也小。要靠外部的 scale 和 zero，才能把它们映射回真实的值。</translation>
    </message>
    <message>
        <source>An outlier is a value far larger than the rest. All 16 numbers share one scale and one zero. So it stretches the grid for everyone and eats up the others&apos; resolution. {now} This is the core problem of KV quantization.</source>
        <translation>离群值是比其他数大得多的值。16 个数共用一个 scale 和一个 zero。它一来，网格就为所有人撑宽，其余数的分辨率全被它吃掉。{now}这就是 KV 量化的核心难题。</translation>
    </message>
    <message>
        <source>Relative mean squared error = Σ(x − \hat{x})^{2} / Σx^{2}. An outlier swells the Σx^{2} below the line. So look at the other 15, without the largest |x|. The error is {total} in all, {others} for them.</source>
        <translation>相对均方误差 = Σ(x − \hat{x})^{2} / Σx^{2}。离群值会撑大分母 Σx^{2}，误差看起来就小了。所以要去掉 |x| 最大的那个，再看其余 15 个。误差：总体 {total}，其余 15 个 {others}。</translation>
    </message>
    <message>
        <source>×{factor} multiplies the largest value. &apos;Real&apos; puts in another channel, another place, of the same K vector. In the sample it makes the range 4.1 times as wide. That is a strong case. Over comparable slices the median is 2.4 times, the maximum 7.4.</source>
        <translation>×{factor} 把最大的数放大。“真实”则换上同一个 K 向量里另一维（另一个通道）的值。在真实样本里，范围变为原来的 4.1 倍。这算偏强的例子：同类片段的中位数是 2.4 倍，最大 7.4 倍。</translation>
    </message>
    <message>
        <source>16 codes of {bits} bits, and a scale and a zero of 16 bits each. That makes {effective} effective bits per value. So the compression is {ratio}, not the nominal 16 / {bits} = {nominal}. A larger group pays less for scale and zero: with 64 values it is {larger} bits.</source>
        <translation>16 个 {bits} bit 的编码，加上 scale 和 zero 各 16 bit。平均每个数 {effective} bit，这叫等效位宽。所以压缩比是 {ratio}，不是名义上的 16 / {bits} = {nominal}。组越大，scale 和 zero 摊得越薄：64 个数一组时是 {larger} bit。</translation>
    </message>
    <message>
        <source>Exact or fp16 scale and zero</source>
        <translation>精确的与 fp16 的 scale 和 zero</translation>
    </message>
    <message>
        <source>Papers compute with exact scale and zero. Engines round both to fp16 first and take the codes from the rounded ones. Both are counted as 16 bits.</source>
        <translation>论文里用精确的 scale 和 zero 计算。推理引擎先把两者舍入到 fp16，再据此求编码。两种做法都按 16 bit 计。</translation>
    </message>
    <message>
        <source>Quantization puts numbers on a grid</source>
        <translation>量化就是把数放到网格上</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>picked value</source>
        <translation>选中的数</translation>
    </message>
    <message>
        <source>levels available, 2^{bits}</source>
        <translation>可用档位 2^{bits}</translation>
    </message>
    <message>
        <source>levels really used</source>
        <translation>实际被用到的档位</translation>
    </message>
    <message>
        <source>the other 15 use {count}</source>
        <translation>其余 15 个用到 {count} 个</translation>
    </message>
    <message>
        <source>scale (grid spacing)</source>
        <translation>scale（网格间距）</translation>
    </message>
    <message>
        <source>zero {zero}</source>
        <translation>zero（起点）{zero}</translation>
    </message>
    <message>
        <source>relative mean squared error</source>
        <translation>相对均方误差</translation>
    </message>
    <message>
        <source>the other 15: {error}</source>
        <translation>其余 15 个 {error}</translation>
    </message>
    <message>
        <source>compression against fp16</source>
        <translation>压缩比 vs fp16</translation>
    </message>
    <message>
        <source>nominal {nominal} · {bits} effective bits</source>
        <translation>名义 {nominal} · 等效 {bits} bit</translation>
    </message>
    <message>
        <source>Data: 16 Gaussian random numbers in fp16, seed {seed}</source>
        <translation>数据：16 个高斯随机数（fp16），种子 {seed}</translation>
    </message>
    <message>
        <source>outlier</source>
        <translation>离群值</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>×12</source>
        <translation>×12</translation>
    </message>
    <message>
        <source>real</source>
        <translation>真实</translation>
    </message>
    <message>
        <source>values</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>from the source</source>
        <translation>真实样本</translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机样本</translation>
    </message>
    <message>
        <source>factor in place of 12</source>
        <translation>代替 12 的倍数</translation>
    </message>
    <message>
        <source>What ×12 multiplies the largest value by.</source>
        <translation>×12 实际乘的倍数。</translation>
    </message>
    <message>
        <source>code {code} stands for {value}</source>
        <translation>编码 {code} 表示 {value}</translation>
    </message>
    <message>
        <source>value {place}: x = {x}, code {code}, \hat{x} = {landed}, error {error}</source>
        <translation>第 {place} 个数：x = {x}，编码 {code}，\hat{x} = {landed}，误差 {error}</translation>
    </message>
    <message>
        <source>largest value ×{factor}</source>
        <translation>最大值 ×{factor}</translation>
    </message>
    <message>
        <source>one value replaced by channel {channel}</source>
        <translation>其中一个换成通道 {channel} 的值</translation>
    </message>
</context>
<context>
    <name>Handout</name>
    <message>
        <source>KV Lab: handout</source>
        <translation>KV Lab 课堂讲义</translation>
    </message>
    <message>
        <source>Name ____________________  Date ______________</source>
        <translation>姓名 ____________________  日期 ______________</translation>
    </message>
    <message>
        <source>My reason:</source>
        <translation>我的理由：</translation>
    </message>
    <message>
        <source>What I found:</source>
        <translation>我的发现：</translation>
    </message>
</context>
<context>
    <name>KeySheet</name>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>In controls and figures</source>
        <translation>在控件和图中</translation>
    </message>
    <message>
        <source>Next control</source>
        <translation>下一个控件</translation>
    </message>
    <message>
        <source>One step; in a figure the next item</source>
        <translation>移动一步；在图中选下一项</translation>
    </message>
    <message>
        <source>A big step</source>
        <translation>移动一大步</translation>
    </message>
    <message>
        <source>First and last value</source>
        <translation>最小值和最大值</translation>
    </message>
    <message>
        <source>In a table: sort by this column</source>
        <translation>在表中：按这一列排序</translation>
    </message>
    <message>
        <source>In a value&apos;s box: type it exactly</source>
        <translation>在数值框中：直接输入数值</translation>
    </message>
    <message>
        <source>The preset of that number</source>
        <translation>该编号的预设</translation>
    </message>
</context>
<context>
    <name>LatentLab</name>
    <message>
        <source>Numbers per layer and token, as areas</source>
        <translation>每层每 token 存的数，按面积画</translation>
    </message>
    <message>
        <source>not less than GQA</source>
        <translation>不比 GQA 少</translation>
    </message>
    <message>
        <source>{bits} bits: as small as {like}</source>
        <translation>{bits} bit：只相当于 {like} 个</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>absorbed</source>
        <translation>吸收</translation>
    </message>
    <message>
        <source>K, V cached</source>
        <translation>存完整 K、V</translation>
    </message>
    <message>
        <source>Squares whose areas are the numbers stored per layer and token: MHA {mha}, GQA {gqa}, MLA {mla}. Bars, on a logarithmic scale: multiplications of one decoded token, {expanded} expanded, {absorbed} absorbed, {cached} with K and V cached.</source>
        <translation>方块的面积是每层每 token 存的数：MHA {mha}，GQA {gqa}，MLA {mla}。横条（对数刻度）是解码一个 token 的乘法次数：展开 {expanded}，吸收 {absorbed}，存完整 K、V {cached}。</translation>
    </message>
    <message>
        <source>Fewer numbers, not smaller ones</source>
        <translation>少存数，而不是压每个数</translation>
    </message>
    <message>
        <source>One latent vector for K and V</source>
        <translation>K 和 V 共用一个潜向量</translation>
    </message>
    <message>
        <source>The hidden state h is what a layer holds for a token. K and V come from it by two matrices, so they repeat each other. MLA stores neither, but a short latent vector c = W_{down} h of {d_c} numbers. It expands when it is used: K = W_{uk} c, V = W_{uv} c.</source>
        <translation>隐状态 h 是一层里代表一个 token 的向量。K 和 V 都是 h 乘矩阵得来的，信息重复很多。MLA 两个都不存，只存一个短向量 c = W_{down} h，共 {d_c} 个数，叫潜向量。用的时候再展开：K = W_{uk} c，V = W_{uv} c。</translation>
    </message>
    <message>
        <source>Absorption</source>
        <translation>权重吸收</translation>
    </message>
    <message>
        <source>Why + {rope} for RoPE</source>
        <translation>为什么要 + {rope}（RoPE）</translation>
    </message>
    <message>
        <source>What it costs in work</source>
        <translation>计算上的代价</translation>
    </message>
    <message>
        <source>The bars count one layer and one new token, without making its own q and c. Absorbing takes {fewer} times fewer multiplications than expanding K and V. Against K and V kept in full: {more} times the work, {verdict}</source>
        <translation>横条数的是一层、一个新 token，不含算出它自己的 q 和 c。每个 token 都展开 K 和 V，乘法次数是吸收的 {fewer} 倍。和存完整的 K、V 相比，吸收的乘法是它的 {more} {verdict}</translation>
    </message>
    <message>
        <source>The RoPE part alone is as much: no d_c pays.</source>
        <translation>单是 RoPE 部分就有这么多：d_c 取多少都不划算。</translation>
    </message>
    <message>
        <source>Where it stops paying</source>
        <translation>打平点在哪里</translation>
    </message>
    <message>
        <source>{plain} or {real}?</source>
        <translation>{plain} 还是 {real}？</translation>
    </message>
    <message>
        <source>And quantization</source>
        <translation>和量化叠加</translation>
    </message>
    <message>
        <source>There is no RoPE part here, so nothing else stays at 16 bits.</source>
        <translation>这里没有 RoPE 部分，别的都不必留在 16 bit。</translation>
    </message>
    <message>
        <source>And the RoPE part stays at 16 bits: it alone caps the gain at {cap}.</source>
        <translation>而且 RoPE 部分仍是 16 bit：单凭它，收益最多就是 {cap}。</translation>
    </message>
    <message>
        <source>What a narrow latent does</source>
        <translation>潜向量压窄了会怎样</translation>
    </message>
    <message>
        <source>rank: numbers kept per token</source>
        <translation>秩：每 token 留下的数</translation>
    </message>
    <message>
        <source>output cosine at this rank</source>
        <translation>该秩下的输出余弦</translation>
    </message>
    <message>
        <source>quantized to the same size</source>
        <translation>量化到同样大小</translation>
    </message>
    <message>
        <source>K token 0</source>
        <translation>K token 0</translation>
    </message>
    <message>
        <source>K median</source>
        <translation>K 中位</translation>
    </message>
    <message>
        <source>V token 0</source>
        <translation>V token 0</translation>
    </message>
    <message>
        <source>V median</source>
        <translation>V 中位</translation>
    </message>
    <message>
        <source>Energy kept and cosine of the attention output against rank. At rank {rank} of {width}: energy {energy}, cosine {cosine}; V of token 0 is off by {token0}, of the median token by {median}.</source>
        <translation>保留的能量和注意力输出的余弦随秩的变化。秩 {rank}（共 {width}）：能量 {energy}，余弦 {cosine}；token 0 的 V 误差 {token0}，中位 token {median}。</translation>
    </message>
    <message>
        <source>What is cut here</source>
        <translation>这里截断的是什么</translation>
    </message>
    <message>
        <source>This source has K only after RoPE, which raises its rank.</source>
        <translation>这份数据只有 RoPE 后的 K，秩会更高。</translation>
    </message>
    <message>
        <source>Energy is not attention</source>
        <translation>能量不等于注意力</translation>
    </message>
    <message>
        <source>Energy is the sum of squares. The cut keeps as much of it as this rank can, {energy}. Attention asks for something else. Its output has a mean cosine of {cosine}; 1 is unchanged. It depends on how tokens differ, and on the few that get the weight.</source>
        <translation>能量就是平方和。这个秩能留多少，截断就留了多少：{energy}。可注意力看的是别的：输出余弦平均是 {cosine}；1 是没变。它取决于 token 之间的差别，也取决于拿到权重的那几个 token。</translation>
    </message>
    <message>
        <source>Token 0 gets {weight} of the attention; its V has {length} of the median length. At this rank it is off by {token0} of its length, the median token&apos;s V by {median}.</source>
        <translation>token 0 拿走 {weight} 的注意力，它的 V 长度是中位数的 {length}。在这个秩下，它的误差是自身长度的 {token0}，中位 token 的 V 是 {median}。</translation>
    </message>
    <message>
        <source>Token 0</source>
        <translation>token 0</translation>
    </message>
    <message>
        <source>The quiet sink</source>
        <translation>安静的 sink</translation>
    </message>
    <message>
        <source>Against quantization</source>
        <translation>和量化比一比</translation>
    </message>
    <message>
        <source>A lenient test</source>
        <translation>这个测试偏宽松</translation>
    </message>
    <message>
        <source>The cut is fitted to the very tokens it is tested on. And {tokens} tokens have at most {most} directions of {width}. Other text would lose more: see the whole model.</source>
        <translation>截断就是拿被测的这些 token 算出来的。而且 {tokens} 个 token 最多只占 {width} 个方向中的 {most} 个。换别的文本会损失更多：看“整个模型”那一段。</translation>
    </message>
    <message>
        <source>The cut is fitted to the very tokens it is tested on. Other text would lose more.</source>
        <translation>截断就是拿被测的这些 token 算出来的。换别的文本会损失更多。</translation>
    </message>
    <message>
        <source>Is K of low rank and V not?</source>
        <translation>K 低秩、V 不低秩？</translation>
    </message>
    <message>
        <source>Measured beforehand on SmolLM2-135M, median over its layers. At which rank do 192 numbers keep 99% of their energy? K before RoPE at 67, after it at 112; V at 152. Reason: mostly K&apos;s mean. Without it K needs 123.</source>
        <translation>在 SmolLM2-135M 上事先测得，取各层的中位数。192 个数里要留住 99% 的能量，需要多大的秩？K 在 RoPE 前要 67，RoPE 后要 112；V 要 152。原因主要是 K 的均值：去掉均值，K 也要 123。</translation>
    </message>
    <message>
        <source>The whole model at half the cache</source>
        <translation>整个模型，cache 减半</translation>
    </message>
    <message>
        <source>Why MLA is trained in</source>
        <translation>为什么 MLA 要在训练时就有</translation>
    </message>
    <message>
        <source>DeepSeek-V3</source>
        <translation>DeepSeek-V3</translation>
    </message>
    <message>
        <source>int4 on top: 157.5×</source>
        <translation>再压 int4：157.5×</translation>
    </message>
    <message>
        <source>Low rank, half the size</source>
        <translation>低秩，大小减半</translation>
    </message>
    <message>
        <source>99% of the energy, cosine 0.62</source>
        <translation>能量留 99%，余弦只剩 0.62</translation>
    </message>
    <message>
        <source>Leave d_c at 512 and put the latent in 4 bits. Is the cache 4 times smaller?</source>
        <translation>d_c 保持 512，潜向量再压到 4 bit：cache 是小了 4 倍吗？</translation>
    </message>
    <message>
        <source>The latent goes from 16 bits to 4. By which factor does the cache shrink?</source>
        <translation>潜向量从 16 bit 压到 4 bit，cache 缩小几倍？</translation>
    </message>
    <message>
        <source>4: a quarter of the bits</source>
        <translation>4 倍：位宽是四分之一</translation>
    </message>
    <message>
        <source>2.8: less than the bits say</source>
        <translation>2.8 倍：没有位宽说的那么多</translation>
    </message>
    <message>
        <source>8: both gains multiply</source>
        <translation>8 倍：两段收益相乘</translation>
    </message>
    <message>
        <source>MHA: numbers per layer and token</source>
        <translation>MHA 每层每 token 存的数</translation>
    </message>
    <message numerus="yes">
        <source>GQA, %n KV head(s)</source>
        <translation>
            <numerusform>GQA（%n 个 KV 头）</numerusform>
        </translation>
    </message>
    <message>
        <source>MLA: d_c + {rope} RoPE</source>
        <translation>MLA（d_c + {rope} RoPE）</translation>
    </message>
    <message>
        <source>MLA against MHA</source>
        <translation>MLA 相对 MHA</translation>
    </message>
    <message>
        <source>{bits} bits: {gain} more, {all} in all</source>
        <translation>{bits} bit 再省 {gain}，共 {all}</translation>
    </message>
    <message>
        <source>{bits} bits: cosine {cosine}</source>
        <translation>{bits} bit 时余弦 {cosine}</translation>
    </message>
    <message>
        <source>absorbed − expanded, relative</source>
        <translation>吸收与展开的最大相对差</translation>
    </message>
    <message>
        <source>smaller: {rank} numbers in place of {width}</source>
        <translation>缩小：{width} 个数只留 {rank} 个</translation>
    </message>
    <message>
        <source>energy kept</source>
        <translation>保留的能量</translation>
    </message>
    <message>
        <source>output cosine</source>
        <translation>输出余弦</translation>
    </message>
    <message>
        <source>int8: {cosine}</source>
        <translation>int8：{cosine}</translation>
    </message>
    <message>
        <source>error of V, token 0</source>
        <translation>token 0 的 V 误差</translation>
    </message>
    <message>
        <source>median {error}</source>
        <translation>中位 {error}</translation>
    </message>
    <message>
        <source>rank for 99% of the energy</source>
        <translation>留住 99% 能量要的秩</translation>
    </message>
    <message>
        <source>multiplies</source>
        <translation>乘法次数</translation>
    </message>
    <message>
        <source>numbers read</source>
        <translation>读的数</translation>
    </message>
    <message>
        <source>per token, {tokens} cached</source>
        <translation>每 token，cache 里有 {tokens}</translation>
    </message>
    <message>
        <source>Quantization makes each number narrower: from 16 bits to 4 or 2. That is 4 to 8 times at most. MLA, multi-head latent attention, stores fewer numbers: {mla} in place of {mha}. MHA (multi-head attention) keeps K and V of every head. GQA (grouped-query attention) shares a KV head among several query heads.</source>
        <translation>量化压的是每个数的位宽：从 16 bit 压到 4 或 2 bit，最多 4～8 倍。MLA（多头潜在注意力）换了思路，少存数：{mha} 个变成 {mla} 个。MHA（多头注意力）存每个头的 K 和 V。GQA（分组查询注意力）让几个 query 头共用一个 KV 头。</translation>
    </message>
    <message>
        <source>q · (W_{uk} c) = (W_{uk}^{T} q) · c: matrix products are associative. So W_{uk} moves into the query ahead of time, W_{uv} into the output. Decoding, which makes one token at a time, never restores K or V. Here both ways are multiplied: {heads} heads at true size, {tokens} tokens. They differ by {difference}: rounding. Heads are independent; the others would do the same.</source>
        <translation>q · (W_{uk} c) = (W_{uk}^{T} q) · c，这是矩阵乘法结合律。所以 W_{uk} 可以提前乘进 query 一侧，W_{uv} 并进输出一侧，这叫吸收。解码（逐个生成 token）时，根本不用还原 K 和 V。这里两种算法都真的乘了一遍：{heads} 个头，全尺寸，{tokens} 个 token。两边相差 {difference}，只是舍入。头与头互不相干，其余的头也一样。</translation>
    </message>
    <message>
        <source>RoPE is the position encoding. Without it the keys do not know where they stand. DeepSeek keeps 64 separate numbers for it. Inside K it would stand between W_{uk} and q, and nothing could be absorbed.</source>
        <translation>RoPE 是旋转位置编码。没有它，K 就不知道自己在什么位置。DeepSeek 为它单独留了 64 个数。它要是放进 K 里，就会夹在 W_{uk} 和 q 中间，没法吸收了。</translation>
    </message>
    <message>
        <source>RoPE, the position encoding, rotates by position. Inside K it would stand between W_{uk} and q. Then W_{uk} could not move into the query. So {rope} separate numbers carry the position, one set for all heads.</source>
        <translation>RoPE（旋转位置编码）按位置旋转。放在 K 里，它就夹在 W_{uk} 和 q 中间，W_{uk} 进不了 query。所以位置信息另用 {rope} 个数单独存，所有头共用一份。</translation>
    </message>
    <message>
        <source>and {reads} times less reading. Decoding waits for memory, not for arithmetic: absorbing wins.</source>
        <translation>倍，读的数却只有它的 1/{reads}。解码等的是显存，不是算力，所以吸收更划算。</translation>
    </message>
    <message>
        <source>and no less reading. The latent is not smaller than K and V.</source>
        <translation>倍，读的数也没有变少：潜向量不比 K、V 小。</translation>
    </message>
    <message>
        <source>MLA stores no more up to d_c = {even}, the break-even.</source>
        <translation>d_c 到 {even} 为止，MLA 存的都不比它多，这就是打平点。</translation>
    </message>
    <message>
        <source>GQA stores {gqa} at the present number of KV heads. {limit} DeepSeek-V3 chose 512. The present d_c is as small as GQA with {heads} KV heads. This counts storage only; how small c may be is for training to find out.</source>
        <translation>按现在的 KV 头数，GQA 存 {gqa} 个数。{limit}DeepSeek-V3 选的是 512。现在的 d_c 相当于 {heads} 个 KV 头的 GQA。这里只算存储；c 能小到多少，要靠训练来回答。</translation>
    </message>
    <message>
        <source>{plain} compares with MHA whose K and V are both {width} wide. MLA&apos;s own K is {width} + {rope} wide, its V {width}, as in DeepSeek. MHA that wide stores {all} numbers, and the factor is {real}. Say which one you mean.</source>
        <translation>{plain} 是和 K、V 都是 {width} 维的 MHA 比。MLA 自己的 K 是 {width} + {rope} 维，V 是 {width} 维，DeepSeek 就是这样。MHA 也取这个宽度，要存 {all} 个数，倍数是 {real}。用哪个，要说清楚。</translation>
    </message>
    <message>
        <source>Rule of thumb: fewer numbers, then fewer bits for each; the gains multiply. Counted: at {bits} bits a token&apos;s {full} bits become {stored}. That is {gain}, not {nominal}; in all {all}. Reason: every {group} numbers of c share a scale and a zero, 32 bits. {rope}</source>
        <translation>经验规律：MLA 和量化正交，先少存数，再压每个数，两段收益相乘。实际一算：{bits} bit 时，一个 token 从 {full} bit 变成 {stored} bit。这是 {gain}，不是 {nominal}；合起来 {all}。原因：c 的每 {group} 个数共用一个 scale 和一个 zero，要 32 bit。{rope}</translation>
    </message>
    <message>
        <source>c has {bits} bits, the RoPE part is exact. The attention output then keeps a cosine of {cosine}; 1 is unchanged. c serves K and V at once, so V has no bits of its own. The weights here are random. They show the mechanism and say nothing about DeepSeek.</source>
        <translation>c 用 {bits} bit、RoPE 部分不动时，注意力输出的余弦是 {cosine}；1 是没变。c 同时充当 K 和 V，所以没有单独的 V 位宽。这里的权重是随机的：只演示机制，不说明 DeepSeek 会怎样。</translation>
    </message>
    <message>
        <source>DeepSeek&apos;s 90%</source>
        <translation>DeepSeek 砍掉的 90%</translation>
    </message>
    <message>
        <source>DeepSeek-V2&apos;s paper: its cache is {all} smaller than that of DeepSeek-67B. V2, per token: {layers} layers × {mla} numbers at {bits} bits on average, {small} bytes. DeepSeek-67B: {dense_layers} layers of GQA at 16 bits, {large} bytes. At equal precision it is {alone}: fewer numbers. The rest are fewer bits (arXiv 2405.04434, 2401.02954).</source>
        <translation>DeepSeek-V2 的论文说，KV cache 比 DeepSeek-67B 小 {all}。V2 每 token：{layers} 层 × {mla} 个数，平均 {bits} bit，共 {small} 字节。DeepSeek-67B：{dense_layers} 层 GQA，16 bit，共 {large} 字节。精度相同的话是 {alone}，这是少存数的功劳。其余来自更小的位宽（arXiv 2405.04434、2401.02954）。</translation>
    </message>
    <message>
        <source>energy (bars), cosine</source>
        <translation>保留能量（柱）、余弦</translation>
    </message>
    <message>
        <source>Error of a row at this rank</source>
        <translation>这个秩下一行的误差</translation>
    </message>
    <message>
        <source>K and V side by side are a matrix: a row per token, {width} numbers wide. The singular value decomposition gives the best matrix of every rank. A row then needs only {rank} numbers: that is its rank. Low rank means few. {rope} Click a bar to choose a rank.</source>
        <translation>把 K 和 V 左右拼成一个矩阵：一个 token 一行，宽 {width} 个数。奇异值分解给出每个秩下最好的近似。这样一行只要存 {rank} 个数，这就是秩；秩小叫低秩。{rope}点一根柱子可以选秩。</translation>
    </message>
    <message>
        <source>K is cut before RoPE, the position encoding, and rotated when it is read.</source>
        <translation>K 在 RoPE（旋转位置编码）前截断，读的时候再旋转。</translation>
    </message>
    <message>
        <source>{facts} It is the attention sink, and quiet: its V is short. A short row adds little to the squares, so the cut spoils it first. Then the largest weight multiplies its error.</source>
        <translation>{facts}它就是注意力汇聚（sink），V 很短，所以说它安静。短的一行对平方和贡献小，截断时最先被牺牲。然后最大的权重再去乘它的误差。</translation>
    </message>
    <message>
        <source>The hollow dots are K and V quantized instead. K is grouped per channel, V per token, {group} values a group. Each dot stands at the rank that takes as much room. int8: {int8}, int4: {int4}, int2: {int2}.</source>
        <translation>空心点是改用量化的结果：K 按通道、V 按 token，每组 {group} 个。每个点画在占用同样空间的秩上。int8：{int8}，int4：{int4}，int2：{int2}。</translation>
    </message>
    <message>
        <source>Measured beforehand: SmolLM2-135M, each layer at rank 192 of 384. Perplexity: among how many words the model wavers. A plain decomposition makes it 5.7 times as large. One fitted to other text (calibrated) makes it 1.14 times. With the sink weighted a thousandfold it is 1.003 times. KL, how far the next word&apos;s odds move, is then 0.042. int8 at that size has 0.0003.</source>
        <translation>在 SmolLM2-135M 上事先测得，每层秩 192（共 384）。困惑度：模型平均在几个词之间犹豫。直接做奇异值分解，它变成 5.7 倍。用别的文本校准，是 1.14 倍。再把 sink 加权 1000 倍，是 1.003 倍。这时 KL（下一个词的概率变了多少）是 0.042。同样大小的 int8 只有 0.0003。</translation>
    </message>
    <message>
        <source>Rule of thumb: MLA has to be trained in; quantization can be added later. Measured: a cut after training costs more than int8 of the same size. Reason: K and V never learned to share a vector. And RoPE inside K forbids absorption. Turning a model into MLA needs further training, not a new model.</source>
        <translation>经验规律：MLA 必须在训练时就这样设计，没法给训好的模型事后加上。量化可以。实测：训练后再截断，代价比同样大小的 int8 大。原因：K 和 V 没有学过共用一个向量，K 里的 RoPE 又挡住了吸收。要把模型改成 MLA，需要继续训练，但不必重新训练一个。</translation>
    </message>
    <message>
        <source>Cut after training, K and V keep their energy but not their attention: MLA is trained in.</source>
        <translation>训练之后再截成低秩，K 和 V 的能量还在，注意力却变了：MLA 要在训练时就有。</translation>
    </message>
    <message>
        <source>K and V come from one hidden state: store a short latent vector c, expand it when it is used.</source>
        <translation>K 和 V 都是从同一个隐状态投影出来的：只存低维潜向量 c，用的时候再展开。</translation>
    </message>
    <message>
        <source>Break-even at 1&#xa0;984</source>
        <translation>打平点 1&#xa0;984</translation>
    </message>
    <message>
        <source>Find the smallest d_c at which MLA stops paying. It then stores no less than GQA.</source>
        <translation>d_c 最小到多少，MLA 就不划算了？这时它存的不再比 GQA 少。</translation>
    </message>
    <message>
        <source>Leave d_c at 512. How many KV heads may GQA have without storing more than MLA?</source>
        <translation>d_c 保持 512。GQA 最多几个 KV 头，才不比 MLA 存得多？</translation>
    </message>
    <message>
        <source>2.77. Scale and zero make 4 bits 4.5. And the 64 RoPE numbers stay at 16 bits. 9&#xa0;216 bits become 3&#xa0;328.</source>
        <translation>2.77 倍。加上 scale 和 zero，4 bit 实际是 4.5 bit；64 个 RoPE 数仍是 16 bit。9&#xa0;216 bit 变成 3&#xa0;328 bit。</translation>
    </message>
    <message>
        <source>Multiplied: {heads} heads at true size, {tokens} tokens, random weights, seed {seed}</source>
        <translation>真的乘了两遍：{heads} 个头，全尺寸，{tokens} 个 token，随机权重，种子 {seed}</translation>
    </message>
    <message>
        <source>layer {layer}, KV head {head}, {tokens} tokens</source>
        <translation>第 {layer} 层，KV 头 {head}，{tokens} 个 token</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>{name}: {count} numbers per layer and token, {bytes} bytes at 16 bits</source>
        <translation>{name}：每层每 token {count} 个数，16 bit 时 {bytes} 字节</translation>
    </message>
    <message>
        <source>RoPE part: {count} numbers, always 16 bits</source>
        <translation>RoPE 部分：{count} 个数，始终 16 bit</translation>
    </message>
    <message>
        <source>latent c: {count} numbers, {bits} bits with scale and zero</source>
        <translation>潜向量 c：{count} 个数，连同 scale 和 zero 共 {bits} bit</translation>
    </message>
    <message>
        <source>head width</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>{form}: {multiplies} multiplications, {reads} numbers read</source>
        <translation>{form}：{multiplies} 次乘法，读 {reads} 个数</translation>
    </message>
    <message>
        <source>rank {rank}: energy {energy}, output cosine {cosine}</source>
        <translation>秩 {rank}：能量 {energy}，输出余弦 {cosine}</translation>
    </message>
    <message>
        <source>int{bits}: as large as rank {rank}, output cosine {cosine}</source>
        <translation>int{bits}：和秩 {rank} 一样大，输出余弦 {cosine}</translation>
    </message>
    <message>
        <source>{row}: the error is {error} of its length</source>
        <translation>{row}：误差是自身长度的 {error}</translation>
    </message>
    <message>
        <source>MLA: store fewer numbers, not smaller ones</source>
        <translation>MLA：不压每个数，而是少存数</translation>
    </message>
    <message>
        <source>MLA</source>
        <translation>MLA</translation>
    </message>
    <message>
        <source>view</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Areas</source>
        <translation>面积</translation>
    </message>
    <message>
        <source>Low rank</source>
        <translation>低秩</translation>
    </message>
    <message>
        <source>latent d_c</source>
        <translation>潜维度 d_c</translation>
    </message>
    <message>
        <source>Numbers of the latent vector c.</source>
        <translation>潜向量 c 有多少个数。</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>Query heads. MHA has as many KV heads.</source>
        <translation>query 头数。MHA 的 KV 头和它一样多。</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV 头</translation>
    </message>
    <message>
        <source>KV heads of GQA; they divide the heads.</source>
        <translation>GQA 的 KV 头数，要能整除头数。</translation>
    </message>
    <message>
        <source>Bits of the latent. The RoPE part always has 16.</source>
        <translation>潜向量的位宽。RoPE 部分始终是 16 bit。</translation>
    </message>
    <message>
        <source>RoPE part</source>
        <translation>RoPE 部分</translation>
    </message>
    <message>
        <source>Separate numbers that carry the position.</source>
        <translation>单独存位置信息的数。</translation>
    </message>
    <message>
        <source>group size</source>
        <translation>组大小</translation>
    </message>
    <message>
        <source>Numbers of the latent that share a scale, below 16 bits.</source>
        <translation>低于 16 bit 时，潜向量里多少个数共用一个 scale。</translation>
    </message>
    <message>
        <source>tokens in the cache</source>
        <translation>cache 里的 token 数</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>KV head</source>
        <translation>KV 头</translation>
    </message>
    <message>
        <source>All: K and V of all KV heads are cut together.</source>
        <translation>全部：所有 KV 头的 K 和 V 一起截断。</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>Numbers that are kept per token.</source>
        <translation>每个 token 留下多少个数。</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>GQA stores no more than the RoPE part alone</source>
        <translation>GQA 存的不比 RoPE 部分多</translation>
    </message>
    <message>
        <source>there is no RoPE part</source>
        <translation>没有 RoPE 部分</translation>
    </message>
    <message>
        <source>the median row of V is zero</source>
        <translation>V 的中位行是零</translation>
    </message>
    <message>
        <source>the attention output is zero</source>
        <translation>注意力输出为零</translation>
    </message>
</context>
<context>
    <name>Lecture</name>
    <message>
        <source>The lecture plan cannot be read: {cause}</source>
        <translation>讲课提纲读不出来：{cause}</translation>
    </message>
    <message>
        <source>{number} / {all} · {minutes} of {total} min</source>
        <translation>{number} / {all} · 第 {minutes} 分钟，共 {total}</translation>
    </message>
    <message>
        <source>{steps} steps, {minutes} minutes. In a presentation Page Down and Page Up, the keys of a presenter, walk through them, from the first step of the lab that is open. The question of a step stands on the wall; the next step answers it.</source>
        <translation>共 {steps} 步，{minutes} 分钟。放映时用 Page Down 和 Page Up（翻页笔的两个键）一步步走，从当前实验的第一步开始。每一步的提问显示在屏幕下方，下一步给出答案。</translation>
    </message>
    <message>
        <source>{number}. Minutes {start} to {end} · {setting}</source>
        <translation>{number}. 第 {start}–{end} 分钟 · {setting}</translation>
    </message>
    <message>
        <source>Look at</source>
        <translation>看哪里</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Lecture plan</source>
        <translation>讲课提纲</translation>
    </message>
    <message>
        <source>Save or print…</source>
        <translation>保存或打印…</translation>
    </message>
    <message>
        <source>Present from the start</source>
        <translation>从头放映</translation>
    </message>
</context>
<context>
    <name>MemoryLab</name>
    <message>
        <source>why it counts or not</source>
        <translation>为什么用到，或者忽略</translation>
    </message>
    <message>
        <source>Table of what the numbers of {name} rest on: {used} facts are used, {ignored} ignored.</source>
        <translation>{name} 的数字依据什么：用到 {used} 项，忽略 {ignored} 项。</translation>
    </message>
    <message>
        <source>query heads</source>
        <translation>query 头数</translation>
    </message>
    <message>
        <source>only KV heads are kept</source>
        <translation>只有 KV 头会存下来</translation>
    </message>
    <message>
        <source>hidden width</source>
        <translation>隐状态宽度</translation>
    </message>
    <message>
        <source>the widths of K and V are given outright</source>
        <translation>K 和 V 的宽度已直接给出</translation>
    </message>
    <message>
        <source>longest context</source>
        <translation>最长上下文</translation>
    </message>
    <message>
        <source>the context is chosen here</source>
        <translation>上下文长度在这里自己选</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>active parameters</source>
        <translation>激活参数量</translation>
    </message>
    <message>
        <source>what one token of a mixture of experts reads</source>
        <translation>混合专家模型处理一个 token 时要读的参数</translation>
    </message>
    <message>
        <source>times the bits of a weight</source>
        <translation>再乘每个权重的位宽</translation>
    </message>
    <message>
        <source>the weights are not counted</source>
        <translation>未计权重</translation>
    </message>
    <message>
        <source>{because} · recalled, not read</source>
        <translation>{because} · 凭记忆，未核对出处</translation>
    </message>
    <message>
        <source>layers: {kind}</source>
        <translation>层：{kind}</translation>
    </message>
    <message>
        <source>a fixed state, whatever the length</source>
        <translation>固定大小的状态，与长度无关</translation>
    </message>
    <message>
        <source>these layers keep nothing of their own</source>
        <translation>这些层自己什么都不存</translation>
    </message>
    <message>
        <source>at most {tokens} tokens</source>
        <translation>最多 {tokens} 个 token</translation>
    </message>
    <message>
        <source>one entry for {tokens} tokens</source>
        <translation>每 {tokens} 个 token 存一条</translation>
    </message>
    <message>
        <source>for every token</source>
        <translation>每个 token 都存</translation>
    </message>
    <message>
        <source>what the driver reports</source>
        <translation>驱动报告的数值</translation>
    </message>
    <message>
        <source>the label less 1.5%, no driver&apos;s figure was read</source>
        <translation>标称值减 1.5%，没有查到驱动的数值</translation>
    </message>
    <message>
        <source>{name}: capacity</source>
        <translation>{name}：容量</translation>
    </message>
    <message>
        <source>{name}: bandwidth</source>
        <translation>{name}：带宽</translation>
    </message>
    <message>
        <source>{size}/s</source>
        <translation>{size}/s</translation>
    </message>
    <message>
        <source>the ceiling of tokens per second</source>
        <translation>决定每秒 token 数的上限</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV 头数</translation>
    </message>
    <message>
        <source>state of the linear layers</source>
        <translation>线性层的状态</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>{first}, {second}</source>
        <translation>{first}、{second}</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>{share} of one {card}: {gb} = {gib}</source>
        <translation>一张 {card} 的 {share}：{gb} = {gib}</translation>
    </message>
    <message>
        <source>each of {cards} × {card}: {gb} = {gib}</source>
        <translation>{cards} 张 {card}，每张 {gb} = {gib}</translation>
    </message>
    <message>
        <source>one {card}: {gb} = {gib}, sold as {label} GB</source>
        <translation>一张 {card}：{gb} = {gib}，标称 {label} GB</translation>
    </message>
    <message>
        <source>weights: {size}</source>
        <translation>权重：{size}</translation>
    </message>
    <message>
        <source>{label}: {bytes} B on one card, {gb} = {gib}</source>
        <translation>{label}：一张卡上 {bytes} B，{gb} = {gib}</translation>
    </message>
    <message>
        <source>{bits} bits</source>
        <translation>{bits} bit</translation>
    </message>
    <message>
        <source>{bits} bits ({effective})</source>
        <translation>{bits} bit（{effective}）</translation>
    </message>
    <message>
        <source>every token</source>
        <translation>每个 token</translation>
    </message>
    <message>
        <source>compressed</source>
        <translation>压缩条目</translation>
    </message>
    <message>
        <source>index keys</source>
        <translation>索引 K</translation>
    </message>
    <message>
        <source>{tokens} tokens: {size}</source>
        <translation>{tokens} 个 token：{size}</translation>
    </message>
    <message>
        <source>It leaves out scales and zeros.</source>
        <translation>它漏掉了 scale 和 zero。</translation>
    </message>
    <message>
        <source>weights of {bits} bits</source>
        <translation>权重用 {bits} bit</translation>
    </message>
    <message>
        <source>at most {tokens} tokens each</source>
        <translation>每个请求最多 {tokens} 个 token</translation>
    </message>
    <message>
        <source>{requests} at a time</source>
        <translation>同时 {requests} 个请求</translation>
    </message>
    <message>
        <source>{cards} cards</source>
        <translation>{cards} 张卡</translation>
    </message>
    <message>
        <source>one {card}</source>
        <translation>一张 {card}</translation>
    </message>
    <message>
        <source>{layers} × {kind}</source>
        <translation>{layers} 层 · {kind}</translation>
    </message>
    <message>
        <source>Shares of one cache: {gb} = {gib}</source>
        <translation>一份 cache 的构成：{gb} = {gib}</translation>
    </message>
    <message>
        <source>Bytes against the length</source>
        <translation>字节数随长度的变化</translation>
    </message>
    <message>
        <source>context, tokens</source>
        <translation>上下文（token）</translation>
    </message>
    <message>
        <source>they keep</source>
        <translation>存什么</translation>
    </message>
    <message>
        <source>numbers per token and layer</source>
        <translation>每层每 token 存的数</translation>
    </message>
    <message>
        <source>tokens kept</source>
        <translation>存下的 token</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>1 for {tokens}</source>
        <translation>{tokens} 合 1</translation>
    </message>
    <message>
        <source>full</source>
        <translation>已满</translation>
    </message>
    <message>
        <source>windows</source>
        <translation>滑窗</translation>
    </message>
    <message>
        <source>{first} + {second}</source>
        <translation>{first} + {second}</translation>
    </message>
    <message>
        <source>{name} · {kind}</source>
        <translation>{name} · {kind}</translation>
    </message>
    <message>
        <source>Numbers that share one scale and one zero.</source>
        <translation>共用一个 scale 和一个 zero 的数有多少个。</translation>
    </message>
    <message>
        <source>What would make it fit</source>
        <translation>怎样才放得下</translation>
    </message>
    <message>
        <source>Longer than the model can read</source>
        <translation>超过了模型的最长上下文</translation>
    </message>
    <message>
        <source>{name} was made for at most {longest} tokens. The page computes {tokens} all the same.</source>
        <translation>{name} 最多支持 {longest} 个 token。这里仍按 {tokens} 个来算。</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>什么都不存</translation>
    </message>
    <message>
        <source>2 × layers × KV heads × head width × bytes</source>
        <translation>2 × 层数 × KV 头数 × 头维度 × 字节数</translation>
    </message>
    <message>
        <source>{name} has {kv} KV heads for {heads} query heads: {times} less.</source>
        <translation>{name} 有 {heads} 个 query 头，只有 {kv} 个 KV 头：压缩 {times}。</translation>
    </message>
    <message>
        <source>GQA is a compression already</source>
        <translation>GQA 本身就是一次压缩</translation>
    </message>
    <message>
        <source>MLA goes further</source>
        <translation>MLA 走得更远</translation>
    </message>
    <message>
        <source>What are concurrent requests?</source>
        <translation>什么是并发请求？</translation>
    </message>
    <message>
        <source>Who gains what</source>
        <translation>谁得到什么</translation>
    </message>
    <message>
        <source>Why reading is the ceiling</source>
        <translation>为什么读取决定上限</translation>
    </message>
    <message>
        <source>1 GB is 10^{9} bytes, 1 GiB is 2^{30}, 7% more. The label says {label} GB; really there are {size}. Divide GB by GB or GiB by GiB, never one by the other.</source>
        <translation>1 GB = 10^{9} 字节，1 GiB = 2^{30} 字节，多 7%。标称 {label} GB，实际是 {size}。GB 除以 GB，GiB 除以 GiB，别混着除。</translation>
    </message>
    <message>
        <source>{units} Two caches of 40 GiB on an 80 GB card, because 80 / 40 = 2: that is the trap.</source>
        <translation>{units}“80 / 40 = 2，80 GB 的卡放得下两份 40 GiB”，这就是陷阱。</translation>
    </message>
    <message>
        <source>GB and GiB</source>
        <translation>GB 和 GiB</translation>
    </message>
    <message>
        <source>What a naive calculator would say</source>
        <translation>粗糙的计算器会怎么说</translation>
    </message>
    <message>
        <source>Here each part lies on one card only.</source>
        <translation>这里每一部分只在一张卡上。</translation>
    </message>
    <message>
        <source>Here each part lies on {copies} cards.</source>
        <translation>这里同一部分在 {copies} 张卡上各有一份。</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>名词</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>出处</translation>
    </message>
    <message>
        <source>Each of these alone is enough:
{ways}</source>
        <translation>下面任选一条就够：
{ways}</translation>
    </message>
    <message>
        <source>Many calculators know a model only by its headline numbers. Each mistake alone, for one request:
{mistakes}</source>
        <translation>很多计算器只看模型最显眼的几个数。逐条列出，按一个请求算：
{mistakes}</translation>
    </message>
    <message>
        <source>{cards} cards share the KV heads. With more cards than heads, the heads are copied. An MLA latent is copied to every card. {now}</source>
        <translation>{cards} 张卡分担 KV 头。卡比头多时，头要复制。MLA 的潜向量每张卡都要存一份。{now}</translation>
    </message>
    <message>
        <source>field (✓ used)</source>
        <translation>字段（✓ 用到）</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>对照</translation>
    </message>
    <message>
        <source>Bars of the cache of {name} for {requests} × {tokens} tokens: {most} at {first} bits, {least} at {last} bits; chosen: {bits} bits, {size}. The line: {line}.</source>
        <translation>{name} 的 KV cache，{requests} × {tokens} 个 token：{first} bit 时 {most}，{last} bit 时 {least}；当前 {bits} bit，{size}。虚线：{line}。</translation>
    </message>
    <message>
        <source>{formula}; {more} more under Layers</source>
        <translation>{formula}；另有 {more} 种层，见“逐层”</translation>
    </message>
    <message>
        <source>window</source>
        <translation>滑动窗口</translation>
    </message>
    <message>
        <source>chunk</source>
        <translation>当前分块</translation>
    </message>
    <message>
        <source>latent</source>
        <translation>潜向量</translation>
    </message>
    <message>
        <source>state</source>
        <translation>固定状态</translation>
    </message>
    <message>
        <source>shared cache</source>
        <translation>共用 cache</translation>
    </message>
    <message>
        <source>{layers} layers × a state of {size}, at any length</source>
        <translation>{layers} 层 × 每层 {size} 的状态，与长度无关</translation>
    </message>
    <message>
        <source>{product} (1 entry for {tokens} tokens)</source>
        <translation>{product}（{tokens} 个 token 合成一条）</translation>
    </message>
    <message>
        <source>{product} (at most {tokens} tokens)</source>
        <translation>{product}（最多 {tokens} 个 token）</translation>
    </message>
    <message>
        <source>{layers} layers × ({width} × {bits} + {rope} × 16) / {per_byte} B = {size}</source>
        <translation>{layers} 层 × ({width} × {bits} + {rope} × 16) / {per_byte} B = {size}</translation>
    </message>
    <message>
        <source>{layers} layers × {width} × {unit} = {size}</source>
        <translation>{layers} 层 × {width} × {unit} = {size}</translation>
    </message>
    <message>
        <source>2 × {layers} layers × {heads} KV heads × {width} × {unit} = {size}</source>
        <translation>2 × {layers} 层 × {heads} 个 KV 头 × {width} × {unit} = {size}</translation>
    </message>
    <message>
        <source>{layers} layers × {heads} KV heads × {width} × {unit} = {size}</source>
        <translation>{layers} 层 × {heads} 个 KV 头 × {width} × {unit} = {size}</translation>
    </message>
    <message>
        <source>× {requests} requests: {size}</source>
        <translation>× {requests} 个请求：{size}</translation>
    </message>
    <message>
        <source>{mistake} That gives {naive} instead of {right}.</source>
        <translation>{mistake}于是得到 {naive}，其实是 {right}。</translation>
    </message>
    <message>
        <source>It takes hidden width / heads as head width.</source>
        <translation>它把“隐状态宽度 / 头数”当成头维度。</translation>
    </message>
    <message>
        <source>It takes V to be as wide as K.</source>
        <translation>它以为 V 和 K 一样宽。</translation>
    </message>
    <message>
        <source>It lets windows keep every token.</source>
        <translation>它让滑动窗口也存下每个 token。</translation>
    </message>
    <message>
        <source>It keeps an entry for every token.</source>
        <translation>它给每个 token 都存一条。</translation>
    </message>
    <message>
        <source>It counts layers that keep no tokens.</source>
        <translation>它把不存 token 的层也算了进去。</translation>
    </message>
    <message>
        <source>It counts heads where one latent is kept.</source>
        <translation>只存一个潜向量，它却乘了头数。</translation>
    </message>
    <message>
        <source>It leaves out the index keys.</source>
        <translation>它漏掉了索引 K。</translation>
    </message>
    <message>
        <source>It leaves out the layers&apos; state.</source>
        <translation>它漏掉了线性层的状态。</translation>
    </message>
    <message>
        <source>It divides what every card keeps.</source>
        <translation>每张卡都要存的，它却平分了。</translation>
    </message>
    <message>
        <source>It takes the label for the capacity.</source>
        <translation>它把标称值当成了容量。</translation>
    </message>
    <message>
        <source>It leaves out scales and what stays 16 bits.</source>
        <translation>它漏掉了 scale，以及保持 16 bit 的部分。</translation>
    </message>
    <message>
        <source>A naive calculator: {naive} instead of {right}</source>
        <translation>粗糙的计算器：得出 {naive}，其实是 {right}</translation>
    </message>
    <message>
        <source>Shares</source>
        <translation>构成</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>增长</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>{layers} layers, {kind}: {bytes} B, {bits} bits per number; one step reads {read} B</source>
        <translation>{layers} 层，{kind}：{bytes} B，每个数 {bits} bit；每步读 {read} B</translation>
    </message>
    <message numerus="yes">
        <source>The layers of {name} by what they keep, %n kind(s). The largest share, {share}, belongs to {layers} layers that keep: {kind}.</source>
        <translation>
            <numerusform>{name} 的层按保留的内容分为 %n 类。占比最大的是 {layers} 层（{kind}），占 {share}。</numerusform>
        </translation>
    </message>
    <message>
        <source>{refusal}. The page shows {name} instead.</source>
        <translation>{refusal}。这里改为显示 {name}。</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性层</translation>
    </message>
    <message>
        <source>index</source>
        <translation>索引</translation>
    </message>
    <message>
        <source>Layers that keep the same thing stand together. Blue lines grow with every token. A dashed line is a window: once full, it stays as it is. A flat grey line is a state of fixed size. Both axes are logarithmic.</source>
        <translation>存同一种东西的层归在一组。蓝线每来一个 token 都会涨。虚线是滑动窗口，满了就不再涨。灰色平线是固定大小的状态。两个坐标轴都是对数刻度。</translation>
    </message>
    <message>
        <source>Every fact about the model and the card: is it used, and why. What no source was read for is marked as recalled.</source>
        <translation>模型和显卡的每一项事实：结果用不用它，为什么。没有核对出处的，都标明“凭记忆”。</translation>
    </message>
    <message>
        <source>How to read the figure</source>
        <translation>怎么看图</translation>
    </message>
    <message>
        <source>Llama-3.1 70B has 8 KV heads for 64 query heads: 8× less.</source>
        <translation>Llama-3.1 70B 有 64 个 query 头，只有 8 个 KV 头：压缩 8×。</translation>
    </message>
    <message>
        <source>MLA (multi-head latent attention) keeps a short latent vector instead of K and V. In DeepSeek it has 512 numbers for all heads. 64 more carry the position (RoPE), and there is no factor 2. The 64 stay 16 bits when the latent is quantized. Lab 05 is about this.</source>
        <translation>MLA（多头潜在注意力）不存 K 和 V，每层只存一个短的潜向量。DeepSeek 的潜向量是 512 维，所有头共用，也不用乘 2。另加 64 维的位置信息（RoPE）。量化潜向量时，这 64 维仍是 16 bit。详见实验 05。</translation>
    </message>
    <message>
        <source>For one person a cache 4× smaller is 4× the context. For a provider it is 4× the users on the same card, and that is money.</source>
        <translation>KV 压 4 倍，对个人来说，是能跑 4 倍长的上下文。对服务商来说，是同一张卡能同时服务 4 倍的用户，直接等于成本。</translation>
    </message>
    <message>
        <source>4 bits are more than 4</source>
        <translation>4 bit 不止 4 bit</translation>
    </message>
    <message>
        <source>Context: the tokens of one conversation.
Requests: conversations at the same time.
Group size: how many numbers share one scale and one zero.
Utilization: the share of the card that may be used; engines keep some back.
Tensor parallel: several cards carry one model together.
Sliding window: a layer keeps only the newest tokens.
Chunk: a layer keeps only the tokens of the present stretch.
Linear layer: a state of fixed size in place of a cache.
Shared cache: a layer reads an earlier layer&apos;s and keeps none.
Compressed entry: several tokens kept as one.
Active parameters: those that a mixture of experts reads for one token.
Index keys: what sparse attention searches to find the few tokens it reads.</source>
        <translation>上下文：一个对话里的 token。
并发：同时进行的对话数，也叫请求数。
组大小：共用一个 scale 和一个 zero 的数有多少个。
可用显存比例：这张卡允许用多少，引擎会留一部分。
张量并行：几张卡合起来跑一个模型。
滑动窗口：这一层只存最近的若干 token。
当前分块：这一层只存眼下这一段的 token。
线性层：不存 cache，只存固定大小的状态。
共用 cache：这一层用前面层的，自己不存。
压缩条目：几个 token 合成一条来存。
激活参数：混合专家模型处理一个 token 要读的参数。
索引 K：稀疏注意力先查它，找出真正要读的少数 token。</translation>
    </message>
    <message>
        <source>{cards} cards cannot share {heads} KV heads evenly: one number must divide the other.</source>
        <translation>{cards} 张卡没法平分 {heads} 个 KV 头：两个数必须一个能整除另一个。</translation>
    </message>
    <message>
        <source>The number of parameters is not known here, so the weights cannot be counted.</source>
        <translation>不知道这个模型的参数量，所以没法计入权重。</translation>
    </message>
    <message>
        <source>At this length the model keeps nothing.</source>
        <translation>在这个长度下，模型什么都不存。</translation>
    </message>
    <message>
        <source>The weights are not counted.</source>
        <translation>未计权重。</translation>
    </message>
    <message>
        <source>The numbers that the short formula needs are not there.</source>
        <translation>简单公式需要的数字，这里没有。</translation>
    </message>
    <message>
        <source>{name}, {kind} · {bits}</source>
        <translation>{name} {kind} · {bits}</translation>
    </message>
    <message>
        <source>as MHA, {heads} KV heads · {bits}</source>
        <translation>若用 MHA，{heads} 个 KV 头 · {bits}</translation>
    </message>
    <message>
        <source>{size} · {times} as much</source>
        <translation>{size} · {times}</translation>
    </message>
    <message>
        <source>MLA keeps one latent of {width} numbers and {rope} for the position per layer and token, however many heads there are.</source>
        <translation>MLA 每层每个 token 只存一个 {width} 维的潜向量，加 {rope} 维的位置信息，与头数无关。</translation>
    </message>
    <message>
        <source>Not every layer keeps every token: each group of layers is counted by what it keeps.</source>
        <translation>不是每一层都存下每个 token：各组层存什么，就按什么算。</translation>
    </message>
    <message>
        <source>2 × layers × KV heads × head width × bytes per number: the price of every single token.</source>
        <translation>2 × 层数 × KV 头数 × 头维度 × 每个数的字节数，每个 token 都要付一次。</translation>
    </message>
    <message>
        <source>per token</source>
        <translation>每 token 占用</translation>
    </message>
    <message>
        <source>KV cache in all</source>
        <translation>KV cache 总量</translation>
    </message>
    <message>
        <source>read per generated token</source>
        <translation>每生成一个 token 要读的量</translation>
    </message>
    <message>
        <source>{size}; {first} until the windows are full</source>
        <translation>{size}；窗口未满时 {first}</translation>
    </message>
    <message>
        <source>{cards} × {card}</source>
        <translation>{cards} 张 {card}</translation>
    </message>
    <message>
        <source>fit on {where}, weights not counted</source>
        <translation>{where} 能放几份，未计权重</translation>
    </message>
    <message>
        <source>fit on {where}: the weights alone take {size}</source>
        <translation>{where} 能放几份：光权重就要 {size}</translation>
    </message>
    <message>
        <source>fit on {where} beside the weights</source>
        <translation>{where} 放下权重后，还能放几份</translation>
    </message>
    <message>
        <source>recalled, not read</source>
        <translation>凭记忆，未核对出处</translation>
    </message>
    <message>
        <source>tokens/s at most, reading weights and KV</source>
        <translation>token/s，读权重和 KV 的上限</translation>
    </message>
    <message>
        <source>tokens/s at most, reading KV only</source>
        <translation>token/s，只读 KV 的上限</translation>
    </message>
    <message>
        <source>{rate} for each request</source>
        <translation>每个请求 {rate}</translation>
    </message>
    <message>
        <source>70B · 128K</source>
        <translation>70B · 128K</translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation>切到 4 bit</translation>
    </message>
    <message>
        <source>MLA</source>
        <translation>换成 MLA</translation>
    </message>
    <message>
        <source>32 requests</source>
        <translation>32 个并发</translation>
    </message>
    <message>
        <source>Weights too</source>
        <translation>算上权重</translation>
    </message>
    <message>
        <source>8 cards</source>
        <translation>8 张卡</translation>
    </message>
    <message>
        <source>Windows</source>
        <translation>滑动窗口</translation>
    </message>
    <message>
        <source>Linear layers</source>
        <translation>线性层</translation>
    </message>
    <message>
        <source>Llama-3.1 70B, 128K, 4 bits: how many fit?</source>
        <translation>Llama-3.1 70B、128K、4 bit：放得下几份？</translation>
    </message>
    <message>
        <source>And DeepSeek-V3 at 16 bits?</source>
        <translation>DeepSeek-V3、16 bit 呢？</translation>
    </message>
    <message>
        <source>32 people use the 70B, each with 32K. How do they fit on one H100?</source>
        <translation>32 个人用 70B，每人 32K。怎样才能放进一张 H100？</translation>
    </message>
    <message>
        <source>One cache of 128K tokens is 40 GiB. How many of them fit on an H100 sold as 80 GB?</source>
        <translation>128K 的一份 cache 是 40 GiB。标称 80 GB 的 H100 能放几份？</translation>
    </message>
    <message>
        <source>One. Two caches are 80 GiB = 85.90 GB; the driver offers 85.52 GB = 79.65 GiB. Whoever gets 80 / 40 = 2 has divided GB by GiB.</source>
        <translation>1 份。两份是 80 GiB = 85.90 GB，而驱动只给 85.52 GB = 79.65 GiB。算出 80 / 40 = 2 的人，是拿 GB 去除 GiB 了。</translation>
    </message>
    <message>
        <source>Numbers: {name} · {card}: nominal {label} GB = {gb} by the driver ({gib})</source>
        <translation>数字：{name} · {card}：标称 {label} GB = 驱动报告 {gb}（{gib}）</translation>
    </message>
    <message>
        <source>Numbers: {name} · {card}: nominal {label} GB, 1.5% kept back: {gb} ({gib})</source>
        <translation>数字：{name} · {card}：标称 {label} GB，扣除保留的 1.5%：{gb}（{gib}）</translation>
    </message>
    <message>
        <source>Tokens of one conversation; 128K are {count}.</source>
        <translation>一个对话里的 token 数；128K 就是 {count}。</translation>
    </message>
    <message>
        <source>{text} · recalled, not read: {facts}</source>
        <translation>{text} · 凭记忆、未核对出处：{facts}</translation>
    </message>
    <message>
        <source>A full row is one card. What lies behind the dashed line is hatched: it does not fit. // marks a bar cut short; its number is the whole. Weights, the model&apos;s own numbers, count only when More says so. Click a bar to choose its width. Presets 1 to 3 show three sizes of compression: 16 bits, 4 bits, MLA.</source>
        <translation>横条满格就是一张卡。越过虚线的部分画斜纹，表示放不下。// 表示横条太长，截断了，旁边的数字是全长。模型权重要在“更多”里打开才计入。点一根横条，就切到它的位宽。依次点预设 1 到 3：16 bit、4 bit、MLA，感受三种压缩的量级。</translation>
    </message>
    <message>
        <source>Every token leaves one K and one V in every layer: that is the 2. Here:
{terms}</source>
        <translation>每个 token 在每一层都要存一份 K 和一份 V，这就是公式里的 2。这里是：
{terms}</translation>
    </message>
    <message>
        <source>In MHA (multi-head attention) each query head has a KV head of its own. In GQA (grouped-query attention) several query heads share one. {now} That comes before any quantization.</source>
        <translation>在 MHA（多头注意力）里，每个 query 头有自己的 KV 头。GQA（分组查询注意力）让多个 query 头共用一个 KV 头。{now}这时还没有做任何量化。</translation>
    </message>
    <message>
        <source>A card rarely serves one person alone. The server puts conversations that arrive together into one batch. The weights are read once and serve them all, so far more is generated in all. But each conversation has a cache of its own: {requests} × {one} = {total}.</source>
        <translation>一张卡很少只服务一个人。服务器把同时到达的多个对话打包成一个 batch 一起算。权重只读一次，所有人都能用，总的吞吐量高得多。KV cache 却是每个对话各自一份，线性叠加：{requests} × {one} = {total}。</translation>
    </message>
    <message>
        <source>For each new token attention reads the cache once. {card} reads {rate} per second at most: its bandwidth. So tokens per second ≤ bandwidth / bytes read. Real speed lies below. Count the weights too, and a batch pays off: they are read once for all.</source>
        <translation>每生成一个 token，注意力都要把 cache 读一遍。{card} 每秒最多读 {rate}，这是它的带宽。所以每秒 token 数 ≤ 带宽 / 每次读的字节数。实际速度更低。把权重也算上，就看得出 batch 的好处：权重只读一次，大家共用。</translation>
    </message>
    <message>
        <source>Each group of {size} numbers keeps a scale and a zero of 16 bits each. That adds {more} bits to each number, so 4 bits are really {four}. 3 bits are counted as if packed without gaps; no engine ships that.</source>
        <translation>每 {size} 个数一组，组里再存 scale 和 zero，各 16 bit。平均每个数多 {more} bit，所以 4 bit 的等效位宽是 {four}。3 bit 按紧密排列计算，目前没有推理引擎这样做。</translation>
    </message>
    <message>
        <source>What it really saves</source>
        <translation>算一算到底省了多少显存</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>view</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>逐层</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Type to search, or open a config.json or .gguf of your own.</source>
        <translation>输入文字可以搜索，也可以打开自己的 config.json 或 .gguf。</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>并发</translation>
    </message>
    <message>
        <source>Conversations at the same time.</source>
        <translation>同时进行的对话数。</translation>
    </message>
    <message>
        <source>group size</source>
        <translation>组大小</translation>
    </message>
    <message>
        <source>card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>cards (tensor parallel)</source>
        <translation>卡数（张量并行）</translation>
    </message>
    <message>
        <source>count the weights</source>
        <translation>计入权重</translation>
    </message>
    <message>
        <source>bits of a weight</source>
        <translation>权重位宽</translation>
    </message>
    <message>
        <source>utilization</source>
        <translation>可用显存比例</translation>
    </message>
    <message>
        <source>The share of the card that may be used.</source>
        <translation>这张卡允许用掉多少。</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>not in the part about the language model</source>
        <translation>不在语言模型那一部分</translation>
    </message>
    <message>
        <source>the type of model, which decides how the fields are read</source>
        <translation>模型类型，决定各字段怎么读</translation>
    </message>
    <message>
        <source>an encoder-decoder model keeps a second cache, not known here</source>
        <translation>编码器–解码器模型还有第二份 cache，这里不支持</translation>
    </message>
    <message>
        <source>an encoder reads its text at once and keeps no cache</source>
        <translation>编码器一次读完全文，没有 KV cache</translation>
    </message>
    <message>
        <source>attends both ways, so it generates nothing token by token</source>
        <translation>双向注意力，不会逐个 token 生成</translation>
    </message>
    <message>
        <source>only tokens of images attend both ways</source>
        <translation>只有图像的 token 用双向注意力</translation>
    </message>
    <message>
        <source>false: K and V are kept for each head</source>
        <translation>false：每个头各存 K 和 V</translation>
    </message>
    <message>
        <source>the longest context</source>
        <translation>最长上下文</translation>
    </message>
    <message>
        <source>the last layers reuse the cache of earlier ones and keep nothing</source>
        <translation>最后若干层共用前面层的 cache，自己不存</translation>
    </message>
    <message>
        <source>num_kv_shared_layers leaves no layer to share a cache with</source>
        <translation>num_kv_shared_layers 太大，没有层可以共用 cache</translation>
    </message>
    <message>
        <source>the width of a head&apos;s V</source>
        <translation>每个头的 V 的宽度</translation>
    </message>
    <message>
        <source>the most tokens such a layer keeps</source>
        <translation>这种层最多存多少个 token</translation>
    </message>
    <message>
        <source>K and V share a projection but are both kept</source>
        <translation>K 和 V 共用一个投影，但两份都要存</translation>
    </message>
    <message>
        <source>has no effect without attention_k_eq_v</source>
        <translation>没有 attention_k_eq_v，所以不起作用</translation>
    </message>
    <message>
        <source>the most tokens a sliding layer keeps</source>
        <translation>滑动窗口层最多存多少个 token</translation>
    </message>
    <message>
        <source>not shorter than the context: no effect</source>
        <translation>不短于最长上下文，所以不起作用</translation>
    </message>
    <message>
        <source>absent: {value} for this model type</source>
        <translation>缺省：这个模型类型取 {value}</translation>
    </message>
    <message>
        <source>query heads</source>
        <translation>query 头数</translation>
    </message>
    <message>
        <source>the hidden width</source>
        <translation>隐状态宽度</translation>
    </message>
    <message>
        <source>what is kept is shared by all heads</source>
        <translation>存下的内容由所有头共用</translation>
    </message>
    <message>
        <source>{query} query heads cannot share {kv} KV heads</source>
        <translation>{query} 个 query 头没法平分 {kv} 个 KV 头</translation>
    </message>
    <message>
        <source>the width of a head, given outright</source>
        <translation>头维度，直接给出</translation>
    </message>
    <message>
        <source>has no effect: the width of a head is given</source>
        <translation>不起作用：头维度已经给出</translation>
    </message>
    <message>
        <source>only the KV heads are kept</source>
        <translation>只有 KV 头会存下来</translation>
    </message>
    <message>
        <source>there is no head_dim, and {hidden} is not a multiple of {query} heads</source>
        <translation>没有 head_dim，而 {hidden} 又不是 {query} 个头的整数倍</translation>
    </message>
    <message>
        <source>absent: hidden width / query heads = {width}</source>
        <translation>缺省：隐状态宽度 / query 头数 = {width}</translation>
    </message>
    <message>
        <source>the KV heads are given outright</source>
        <translation>KV 头数已直接给出</translation>
    </message>
    <message>
        <source>has no effect: the KV heads are given outright</source>
        <translation>不起作用：KV 头数已直接给出</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV 头数</translation>
    </message>
    <message>
        <source>absent: as many KV heads as query heads</source>
        <translation>缺省：KV 头数等于 query 头数</translation>
    </message>
    <message>
        <source>true: all query heads share one KV head</source>
        <translation>true：所有 query 头共用一个 KV 头</translation>
    </message>
    <message>
        <source>has no effect: {name} decides</source>
        <translation>不起作用：以 {name} 为准</translation>
    </message>
    <message>
        <source>whether heads share K and V</source>
        <translation>各头是否共用 K 和 V</translation>
    </message>
    <message>
        <source>heads do not share K and V</source>
        <translation>各头不共用 K 和 V</translation>
    </message>
    <message>
        <source>how heads share K and V</source>
        <translation>各头怎样共用 K 和 V</translation>
    </message>
    <message>
        <source>the width of the latent that all heads share</source>
        <translation>所有头共用的潜向量的宽度</translation>
    </message>
    <message>
        <source>the RoPE part kept beside the latent, always 16 bits</source>
        <translation>与潜向量一起存的 RoPE 部分，始终是 16 bit</translation>
    </message>
    <message>
        <source>a width of what is computed from the latent, not kept</source>
        <translation>由潜向量算出来的宽度，不存</translation>
    </message>
    <message>
        <source>one latent is kept, whatever the heads are</source>
        <translation>只存一个潜向量，与头数无关</translation>
    </message>
    <message>
        <source>the most entries one step reads; all of them are kept</source>
        <translation>每步最多读多少条；全部都要存</translation>
    </message>
    <message>
        <source>the width of the keys that the indexer searches, kept as well</source>
        <translation>索引器查找用的 K 的宽度，也要存</translation>
    </message>
    <message>
        <source>the most tokens one step reads; all of them are kept</source>
        <translation>每步最多读多少个 token；全部都要存</translation>
    </message>
    <message>
        <source>the width of an entry, key and value in one</source>
        <translation>一条的宽度，K 和 V 合为一体</translation>
    </message>
    <message>
        <source>the RoPE part of an entry, always 16 bits</source>
        <translation>一条里的 RoPE 部分，始终是 16 bit</translation>
    </message>
    <message>
        <source>the most tokens a window keeps</source>
        <translation>窗口最多存多少个 token</translation>
    </message>
    <message>
        <source>one entry is kept for all heads</source>
        <translation>所有头只存一条</translation>
    </message>
    <message>
        <source>the kind of each layer</source>
        <translation>每一层的种类</translation>
    </message>
    <message>
        <source>whether the window is switched on</source>
        <translation>滑动窗口是否打开</translation>
    </message>
    <message>
        <source>the window is switched off, so it has no effect</source>
        <translation>滑动窗口已关闭，所以不起作用</translation>
    </message>
    <message>
        <source>the layers before this one keep every token</source>
        <translation>这一层之前的层存下每个 token</translation>
    </message>
    <message>
        <source>one layer in so many keeps every token</source>
        <translation>每这么多层里有一层存下每个 token</translation>
    </message>
    <message>
        <source>L layers slide, G layers keep every token</source>
        <translation>L 是滑动窗口层，G 是存下每个 token 的层</translation>
    </message>
    <message>
        <source>one layer in so many keeps every token, the others a fixed state</source>
        <translation>每这么多层里有一层存下每个 token，其余是固定状态</translation>
    </message>
    <message>
        <source>1: the layer attends inside its chunk; 0: it keeps every token</source>
        <translation>1：只看当前分块；0：存下每个 token</translation>
    </message>
    <message>
        <source>1: the layer slides; 0: it keeps every token</source>
        <translation>1：滑动窗口层；0：存下每个 token</translation>
    </message>
    <message>
        <source>the window again</source>
        <translation>还是那个窗口</translation>
    </message>
    <message>
        <source>1: the layer keeps every token; 0: a fixed state</source>
        <translation>1：存下每个 token；0：固定状态</translation>
    </message>
    <message>
        <source>1: the layer also keeps index keys</source>
        <translation>1：这一层还要存索引 K</translation>
    </message>
    <message>
        <source>1: the indexer keeps keys but no values</source>
        <translation>1：索引器只存 K，不存 V</translation>
    </message>
    <message>
        <source>index values beside index keys are not known here</source>
        <translation>除索引 K 外还存索引 V，这里不支持</translation>
    </message>
    <message>
        <source>these layers, counted from 1, keep every token</source>
        <translation>这些层存下每个 token（从 1 数起）</translation>
    </message>
    <message>
        <source>these layers, counted from 1, keep a fixed state</source>
        <translation>这些层存固定状态（从 1 数起）</translation>
    </message>
    <message>
        <source>linear_attn_config does not name every layer</source>
        <translation>linear_attn_config 没有把每一层都写出来</translation>
    </message>
    <message>
        <source>which layers keep every token, the others a fixed state</source>
        <translation>哪些层存下每个 token，其余是固定状态</translation>
    </message>
    <message>
        <source>these layers, counted from 0, keep every token</source>
        <translation>这些层存下每个 token（从 0 数起）</translation>
    </message>
    <message>
        <source>* keeps every token, M a fixed state, - and E keep nothing</source>
        <translation>* 存下每个 token，M 是固定状态，- 和 E 什么都不存</translation>
    </message>
    <message>
        <source>hybrid_override_pattern is not {count} letters out of *, M, - and E</source>
        <translation>hybrid_override_pattern 应为 {count} 个字符，只能用 *、M、- 和 E</translation>
    </message>
    <message>
        <source>tokens to one compressed entry of each layer; 0: a window alone</source>
        <translation>每层多少个 token 压成一条；0：只有窗口</translation>
    </message>
    <message>
        <source>compress_ratios has a ratio not known here: {ratio}</source>
        <translation>compress_ratios 里有不认识的压缩率：{ratio}</translation>
    </message>
    <message>
        <source>layers that keep index keys; shared ones reuse an earlier layer&apos;s</source>
        <translation>哪些层存索引 K；shared 的层共用前面层的</translation>
    </message>
    <message>
        <source>has no effect: indexer_types names each layer</source>
        <translation>不起作用：indexer_types 已写明每一层</translation>
    </message>
    <message>
        <source>the last layers share a cache that no layer keeps</source>
        <translation>最后若干层要共用一份没有任何层存下的 cache</translation>
    </message>
    <message>
        <source>about the feed-forward part, which keeps no cache</source>
        <translation>前馈部分，没有 cache</translation>
    </message>
    <message>
        <source>about positions: they change values, not how many are kept</source>
        <translation>位置编码：改变数值，不改变存多少个</translation>
    </message>
    <message>
        <source>about tokens and embeddings</source>
        <translation>词表和嵌入</translation>
    </message>
    <message>
        <source>about draft layers, which are not counted</source>
        <translation>草稿层，不计入</translation>
    </message>
    <message>
        <source>about training</source>
        <translation>训练用</translation>
    </message>
    <message>
        <source>about arithmetic inside a layer</source>
        <translation>层内部的计算细节</translation>
    </message>
    <message>
        <source>the type &apos;{name}&apos; is not known here; its fields are those of plain attention</source>
        <translation>不认识类型“{name}”；它的字段与普通注意力一致</translation>
    </message>
    <message>
        <source>layers of the kind &apos;{kind}&apos; are not known for this model type</source>
        <translation>这个模型类型里，不认识“{kind}”这种层</translation>
    </message>
    <message>
        <source>no layer reuses the cache of another</source>
        <translation>没有层共用别的层的 cache</translation>
    </message>
    <message>
        <source>holds in full layers only</source>
        <translation>只对存下每个 token 的层有效</translation>
    </message>
    <message>
        <source>holds in sliding layers only</source>
        <translation>只对滑动窗口层有效</translation>
    </message>
    <message>
        <source>{field} names a kind of layer that is not known here: &apos;{value}&apos;</source>
        <translation>{field} 里有不认识的层：“{value}”</translation>
    </message>
    <message>
        <source>indexer_types may only be &apos;full&apos; or &apos;shared&apos;</source>
        <translation>indexer_types 只能是 full 或 shared</translation>
    </message>
    <message>
        <source>{name} is not known here: &apos;{value}&apos;</source>
        <translation>不认识 {name} 的值“{value}”</translation>
    </message>
    <message>
        <source>has no effect: the widths are given</source>
        <translation>不起作用：宽度已经给出</translation>
    </message>
    <message>
        <source>no layer slides, so it has no effect</source>
        <translation>没有滑动窗口层，所以不起作用</translation>
    </message>
    <message>
        <source>not a GGUF file (its first four bytes are not &apos;GGUF&apos;)</source>
        <translation>不是 GGUF 文件（开头四个字节不是 GGUF）</translation>
    </message>
    <message>
        <source>the key &apos;{name}&apos; is there twice</source>
        <translation>键“{name}”出现了两次</translation>
    </message>
    <message>
        <source>the field &apos;{name}&apos; has the value type {kind}, which is not known</source>
        <translation>字段“{name}”的值类型 {kind} 不认识</translation>
    </message>
    <message>
        <source>the array &apos;{name}&apos; holds values of type {kind}, which is not read</source>
        <translation>数组“{name}”的值类型 {kind} 不支持</translation>
    </message>
    <message>
        <source>about stored precision: the bits of the cache are chosen here</source>
        <translation>存储精度：cache 的位宽在这里自己选</translation>
    </message>
    <message>
        <source>about other inputs than text</source>
        <translation>文本以外的输入</translation>
    </message>
    <message>
        <source>names the model and its code</source>
        <translation>模型及其代码的名字</translation>
    </message>
    <message>
        <source>has no effect: layer_types names the kind of each layer</source>
        <translation>不起作用：layer_types 已写明每一层的种类</translation>
    </message>
    <message>
        <source>changes nothing that is kept for a token</source>
        <translation>不改变每个 token 要存的内容</translation>
    </message>
    <message>
        <source>switched off or empty</source>
        <translation>已关闭，或为空</translation>
    </message>
    <message>
        <source>nothing in its name is about the cache</source>
        <translation>从名字看，与 cache 无关</translation>
    </message>
    <message>
        <source>the precision of the recurrent state</source>
        <translation>循环状态的精度</translation>
    </message>
    <message>
        <source>absent: the recurrent state is taken as 32 bits</source>
        <translation>缺省：循环状态按 32 bit 计</translation>
    </message>
    <message>
        <source>a width of the linear layers&apos; state</source>
        <translation>线性层状态的一个宽度</translation>
    </message>
    <message>
        <source>heads of the linear layers&apos; state</source>
        <translation>线性层状态的头数</translation>
    </message>
    <message>
        <source>the inner width divided by the heads</source>
        <translation>内部宽度除以头数</translation>
    </message>
    <message>
        <source>columns of the linear layers&apos; convolution</source>
        <translation>线性层卷积的列数</translation>
    </message>
    <message>
        <source>{file}: {cause}</source>
        <translation>{file}：{cause}</translation>
    </message>
    <message>
        <source>the architecture, which decides how the fields are read</source>
        <translation>模型架构，决定各字段怎么读</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>about the file, not about the cache</source>
        <translation>说的是文件，与 cache 无关</translation>
    </message>
    <message>
        <source>draft layers at the end, not counted</source>
        <translation>末尾的草稿层，不计入</translation>
    </message>
    <message>
        <source>block_count leaves no layers but the draft layers</source>
        <translation>按 block_count，除了草稿层就没有别的层了</translation>
    </message>
    <message>
        <source>KV heads; 0 for a layer without attention</source>
        <translation>KV 头数；没有注意力的层是 0</translation>
    </message>
    <message>
        <source>which layers slide or stay in their chunk</source>
        <translation>哪些层用滑动窗口，或只看当前分块</translation>
    </message>
    <message>
        <source>there is no window, so it has no effect</source>
        <translation>没有窗口，所以不起作用</translation>
    </message>
    <message>
        <source>it has a window, but which layers slide is not known for {arch}</source>
        <translation>它有滑动窗口，但不知道 {arch} 的哪些层在用</translation>
    </message>
    <message>
        <source>0, and no KV heads: the layer keeps a fixed state</source>
        <translation>为 0 且没有 KV 头：这一层存固定状态</translation>
    </message>
    <message>
        <source>part of the inner width</source>
        <translation>内部宽度的一部分</translation>
    </message>
    <message>
        <source>they share one index key</source>
        <translation>它们共用一个索引 K</translation>
    </message>
    <message>
        <source>it claims {count} fields; at most {most} are read</source>
        <translation>文件声称有 {count} 个字段；最多只读 {most} 个</translation>
    </message>
    <message>
        <source>GGUF version 1 is too old: convert it with llama.cpp</source>
        <translation>GGUF 版本 1 太旧：请用 llama.cpp 转换</translation>
    </message>
    <message>
        <source>a big-endian GGUF file, which is not read here</source>
        <translation>这是大端序的 GGUF 文件，这里不支持</translation>
    </message>
    <message>
        <source>GGUF version {version} is not known here</source>
        <translation>不认识 GGUF 版本 {version}</translation>
    </message>
    <message>
        <source>a key of {length} bytes; at most {most} are allowed</source>
        <translation>有一个键长 {length} 字节；最多允许 {most} 字节</translation>
    </message>
    <message>
        <source>a key is not UTF-8 text</source>
        <translation>有一个键不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>its header is larger than {most} bytes</source>
        <translation>文件头超过 {most} 字节</translation>
    </message>
    <message>
        <source>the file ends inside its header (byte {at})</source>
        <translation>文件头还没完，文件就结束了（第 {at} 字节）</translation>
    </message>
    <message>
        <source>this is a folder, not a file</source>
        <translation>这是文件夹，不是文件</translation>
    </message>
    <message>
        <source>this is not an ordinary file</source>
        <translation>这不是普通文件</translation>
    </message>
    <message>
        <source>larger than the {limit} bytes such a file may have</source>
        <translation>超过这种文件允许的 {limit} 字节</translation>
    </message>
    <message>
        <source>cannot be read ({reason})</source>
        <translation>无法读取（{reason}）</translation>
    </message>
    <message>
        <source>not UTF-8 text (byte {at} cannot be decoded)</source>
        <translation>不是 UTF-8 文本（第 {at} 字节无法解码）</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件是空的</translation>
    </message>
    <message>
        <source>not valid JSON (line {line}, column {at})</source>
        <translation>不是有效的 JSON（第 {line} 行，第 {at} 列）</translation>
    </message>
    <message>
        <source>a number in it is too long</source>
        <translation>其中有一个数太长</translation>
    </message>
    <message>
        <source>its top level is not an object {…}</source>
        <translation>最外层不是对象 {…}</translation>
    </message>
    <message>
        <source>nested deeper than {depth} levels</source>
        <translation>嵌套超过 {depth} 层</translation>
    </message>
    <message>
        <source>{name} is not a number JSON knows</source>
        <translation>{name} 不是 JSON 允许的数</translation>
    </message>
    <message>
        <source>the number {number} is too large</source>
        <translation>数 {number} 太大</translation>
    </message>
    <message>
        <source>the field &apos;{name}&apos; hints at a kind of cache that is not known here</source>
        <translation>字段“{name}”暗示了一种这里不支持的 cache</translation>
    </message>
    <message>
        <source>{name} must be a whole number, not {value}</source>
        <translation>{name} 应为整数，而不是 {value}</translation>
    </message>
    <message>
        <source>{name} must be between {least} and {most}, not {value}</source>
        <translation>{name} 应在 {least} 到 {most} 之间，而不是 {value}</translation>
    </message>
    <message>
        <source>fields disagree: {listed}</source>
        <translation>字段互相矛盾：{listed}</translation>
    </message>
    <message>
        <source>{name} is missing</source>
        <translation>缺少 {name}</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>真假值（true 或 false）</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>{name} has {found} entries for {wanted} layers</source>
        <translation>{name} 有 {found} 项，而模型有 {wanted} 层</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>{name} must be {kind}, not {value}</source>
        <translation>{name} 应为{kind}，而不是 {value}</translation>
    </message>
</context>
<context>
    <name>OutliersLab</name>
    <message>
        <source>channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>|{name}| · row 0 is the quiet sink</source>
        <translation>|{name}| · 第 0 行是安静的 sink</translation>
    </message>
    <message>
        <source>|{name}| · {rows} tokens × {columns} channels</source>
        <translation>|{name}| · {rows} token × {columns} 通道</translation>
    </message>
    <message>
        <source>sink</source>
        <translation>sink</translation>
    </message>
    <message>
        <source>token</source>
        <translation>token</translation>
    </message>
    <message>
        <source>matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>error · per token</source>
        <translation>误差 · 按 token</translation>
    </message>
    <message>
        <source>error · per channel</source>
        <translation>误差 · 按通道</translation>
    </message>
    <message>
        <source>better by output</source>
        <translation>看输出，谁更好</translation>
    </message>
    <message>
        <source>{bits} bits</source>
        <translation>{bits} bit</translation>
    </message>
    <message>
        <source>Maps of |K| and |V|, {rows} tokens by {columns} channels, and of their errors at {bits} bits. Relative error of K: {k_rows} per token, {k_columns} per channel; of V: {v_rows} per token, {v_columns} per channel.</source>
        <translation>|K| 和 |V| 的热力图，{rows} 个 token、{columns} 个通道，以及 {bits} bit 时的误差图。K 的相对误差：按 token {k_rows}，按通道 {k_columns}。V 的相对误差：按 token {v_rows}，按通道 {v_columns}。</translation>
    </message>
    <message>
        <source>This head</source>
        <translation>这个头</translation>
    </message>
    <message>
        <source>An exception</source>
        <translation>例外</translation>
    </message>
    <message>
        <source>Here V per channel wins by attention output too. Large channels in V favour it, a quiet sink is against it. Layer 0 of SmolLM2 has the channels and no sink.</source>
        <translation>在这里，看注意力输出，V 也是按通道更好。V 有大通道时，按通道占便宜；有安静的 sink 时，按通道吃亏。SmolLM2 的第 0 层有大通道，没有 sink。</translation>
    </message>
    <message>
        <source>The trap</source>
        <translation>陷阱</translation>
    </message>
    <message>
        <source>V&apos;s errors are nearly the same: {row_error} per token, {column_error} per channel. The output errors are not: {row_output} and {column_output}.</source>
        <translation>V 的误差几乎一样：按 token {row_error}，按通道 {column_error}。输出误差却差得远：{row_output} 和 {column_output}。</translation>
    </message>
    <message>
        <source>Kept exactly</source>
        <translation>原样保留</translation>
    </message>
    <message>
        <source>At least one value at each end stays in fp16. So {rows} of every row and {columns} of every column are kept. Each costs 16 bits and 16 more for its place.</source>
        <translation>每一端至少有一个值留在 fp16。所以每行保留 {rows}，每列保留 {columns}。保留一个值要 16 bit，记它的位置再要 16 bit。</translation>
    </message>
    <message>
        <source>Group cut to the matrix</source>
        <translation>组比矩阵还长</translation>
    </message>
    <message>
        <source>A row has only {rows} channels, so per token uses groups of {rows}. Per channel uses groups of {columns} tokens. Compare the bits too: beside K and V.</source>
        <translation>一行只有 {rows} 个通道，按 token 时每组就是 {rows} 个；按通道时每组 {columns} 个 token。比误差时，也比一比 K、V 旁边的 bit 数。</translation>
    </message>
    <message>
        <source>Token, channel, outlier</source>
        <translation>token、通道、离群值</translation>
    </message>
    <message>
        <source>Token: a word or a piece of one. It leaves a K and a V vector in each layer and head: a row here.
Channel: one place in that vector, a column here. 64 numbers are 64 channels. Channel 7 is number 7 of every token&apos;s K.
Outlier: a value far larger than those around it. It stretches the grid of its whole group (lab 01).</source>
        <translation>token：大致一个字或一个词。它在每一层、每个头都有一个 K 向量和一个 V 向量，就是图里的一行。
通道：向量里的某一维，就是图里的一列。64 维的向量就有 64 个通道。第 7 通道，是每个 token 的 K 的第 7 个数。
离群值：比周围的数大得离谱的值，会把整组的网格撑宽（实验 01）。</translation>
    </message>
    <message>
        <source>A group shares one scale, the spacing of its grid. Keep outliers and normal values in different groups. K in rows: every row holds the large channels, and no row escapes. K in columns: a large channel has a scale of its own and harms no one else.</source>
        <translation>一组共用一个 scale（网格间距）。目标是别让离群值和正常值同组。K 按行分组：每一行都有那几个大通道，没有一行逃得掉。K 按列分组：大通道自成一组，scale 大是它自己的事，不影响别的列。</translation>
    </message>
    <message>
        <source>RoPE, the position encoding, rotates pairs of channels. Rule of thumb: it makes some slow dimensions larger. Measured here: largest over median channel is {pre} before RoPE, {post} after. Reason: a rotation keeps each pair&apos;s length. Slow pairs keep their offset, fast pairs smear it.</source>
        <translation>RoPE（旋转位置编码）把通道两两配对，按位置旋转。经验规律：它让某些低频维度变大。这里实测：最大通道与中位通道之比，RoPE 前 {pre}，RoPE 后 {post}。原因：旋转不改变每一对的长度。转得慢的对保住了固定偏移，转得快的对把它抹平了。</translation>
    </message>
    <message>
        <source>Some heads use a few dimensions as anchors. There every token has the same large offset, whatever the word. So the channel decides where outliers stand, not the token. The zero of a column, where its grid starts, takes the offset away.</source>
        <translation>有些注意力头把少数几维当锚点。不管是什么字，每个 token 在这几维上都有很大的固定偏移。所以离群值的位置由通道决定，和 token 无关。按列分组时，zero（网格起点）正好能减掉这个偏移。</translation>
    </message>
    <message>
        <source>Many queries look at token 0, whatever it says: the attention sink. Its V is short, we call it quiet. In a column it gets the spacing of longer tokens. Then the largest weight multiplies its error. The average hides this: a quiet row adds little to it.</source>
        <translation>很多 query 都看 token 0，不管它是什么字：这叫注意力汇聚（sink）。它的 V 很短，所以说它安静。按列分组时，它只能用别的 token 撑大的间距，误差再乘上最大的权重。平均误差看不出来：安静的一行在平均里占得很少。</translation>
    </message>
    <message>
        <source>The KIVI paper: K per channel, V per token, and int2 works. Its Llama-2-13B shows the same turn for V. Error: 4.57 per token, 3.73 per channel. Output error: 3.55 per token, 49.89 per channel. (arXiv 2402.02750, table 2; its error is defined otherwise.)</source>
        <translation>KIVI 论文的结论：K 按通道，V 按 token，int2 就能用。它在 Llama-2-13B 上也看到 V 的反转。误差：按 token 4.57，按通道 3.73。输出误差：按 token 3.55，按通道 49.89。（arXiv 2402.02750 表 2，误差的定义和这里不同。）</translation>
    </message>
    <message>
        <source>SmolLM2-135M has 90 KV heads. At equal metadata K per channel has the lower error in 90. V per channel has it in 79. By attention output V per token is better where the sink is strong.</source>
        <translation>SmolLM2-135M 有 90 个 KV 头。元数据一样多时，K 按通道误差更小的有 90 个，V 按通道误差更小的有 79 个。看注意力输出，sink 强的地方 V 按 token 更好。</translation>
    </message>
    <message>
        <source>RoPE is the position encoding.
Before it: K is stored unrotated and rotated on each read.</source>
        <translation>RoPE 是旋转位置编码。
RoPE 前：存的是没旋转的 K，每次读的时候再旋转。</translation>
    </message>
    <message>
        <source>The extreme values of each row or column stay in fp16:
half of this share at each end, at least one.</source>
        <translation>每行或每列的极端值留在 fp16：
两端各占这个比例的一半，每端至少一个。</translation>
    </message>
    <message>
        <source>Values that share one scale.
A row has {row} and a column {column}: a larger group is cut to that.</source>
        <translation>共用一个 scale 的数有多少个。
一行有 {row} 个，一列有 {column} 个，组再大也只到这里。</translation>
    </message>
    <message>
        <source>Reading the maps</source>
        <translation>怎么看图</translation>
    </message>
    <message>
        <source>Brighter is larger. A vertical stripe is a channel that is large for every token. The two error maps of a matrix share one colour scale, the same at all bits. It takes square roots, so that small errors show. It ends at half the spacing of a 2-bit row.</source>
        <translation>越亮越大。竖着的亮线，是对所有 token 都偏大的通道。同一个矩阵的两张误差图用同一个色标，拖 bits 时也不变。色标取平方根，小误差也看得见。最亮是 2 bit 时一行的半个间距。</translation>
    </message>
    <message>
        <source>What grouping is for</source>
        <translation>分组是为了什么</translation>
    </message>
    <message>
        <source>K: does RoPE make the stripes?</source>
        <translation>K 的亮线是 RoPE 造成的吗？</translation>
    </message>
    <message>
        <source>K: anchors</source>
        <translation>K 的锚点</translation>
    </message>
    <message>
        <source>Why V is different</source>
        <translation>V 为什么不一样</translation>
    </message>
    <message>
        <source>V has no RoPE and no part in the scores; it is the content that is fetched. Rule of thumb: its large values are scattered, or they fill a token&apos;s row. Such a token carries much information. By rows it harms only itself; by columns every group catches some of it. Measured: V has hardly any order. Columns explain 11% of |V|&apos;s variance, rows 6% (median of 90 heads).</source>
        <translation>V 不经过 RoPE，也不参与打分，它就是要被取走的内容。经验规律：V 的大值是零散的，或者某个 token 整行偏大（它携带的信息多）。那么按行分组，大的行只影响自己。按列分组，每一列都会混进几个大值。实测：V 几乎没有规律。|V| 的方差里，列只解释 11%，行只解释 6%（90 个头的中位数）。</translation>
    </message>
    <message>
        <source>The quiet sink</source>
        <translation>安静的 sink</translation>
    </message>
    <message>
        <source>Two kinds of error</source>
        <translation>两种误差</translation>
    </message>
    <message>
        <source>KIVI</source>
        <translation>KIVI</translation>
    </message>
    <message>
        <source>KVQuant</source>
        <translation>KVQuant</translation>
    </message>
    <message>
        <source>What a group costs</source>
        <translation>一组要花多少</translation>
    </message>
    <message>
        <source>Scale and zero take 16 + 16 bits: the metadata of a group. In groups of 64 that is 0.5 bits per value both ways: a fair comparison. The table&apos;s bits count it.</source>
        <translation>scale 和 zero 各 16 bit，是一组的元数据。每组 64 个数，两种分法都是每个数多 0.5 bit，比较才公平。表里的 bit 数已经算上它。</translation>
    </message>
    <message>
        <source>How typical is this?</source>
        <translation>这有多典型？</translation>
    </message>
    <message>
        <source>int2 on the whole model</source>
        <translation>整个模型用 int2</translation>
    </message>
    <message>
        <source>Loss: what the right next word costs the model, in nats; less is better. With K and V per token in groups of 64 it rises by 2.93 per token. With KIVI groups of 32 it rises by 0.574. With the sink and the last 32 tokens in fp16 as well, by 0.047. Measured beforehand on SmolLM2-135M, 574 tokens.</source>
        <translation>损失：猜中下一个词，模型要付多大代价，单位 nat，越小越好。K 和 V 都按 token、每组 64 个，平均每个 token 的损失增加 2.93。换成 KIVI 分组、每组 32 个，增加 0.574。再把 sink 和最近 32 个 token 留在 fp16，只增加 0.047。这是事先在 SmolLM2-135M 上测的，共 574 个 token。</translation>
    </message>
    <message>
        <source>After careful grouping int2 is usable: the whole model&apos;s loss rises by 0.574 instead of 2.93, by 0.047 with the sink and the last 32 tokens in fp16.</source>
        <translation>仔细分组以后，int2 也能用：整个模型的损失只增加 0.574，而不是 2.93；再把 sink 和最近 32 个 token 留在 fp16，只增加 0.047。</translation>
    </message>
    <message>
        <source>Layer 19, head 0 of SmolLM2: V&apos;s own error is smaller per channel. Which grouping has the smaller error in the attention output?</source>
        <translation>SmolLM2 第 19 层第 0 个头：V 自身的误差，按通道更小。哪种分组的注意力输出误差更小？</translation>
    </message>
    <message>
        <source>K&apos;s outliers live in channels, V&apos;s do not</source>
        <translation>K 的离群值长在通道上，V 的不是</translation>
    </message>
    <message>
        <source>Outliers</source>
        <translation>离群值</translation>
    </message>
    <message>
        <source>K has stripes; V has none, but one token is quiet.</source>
        <translation>K 的亮线是竖的；V 没有竖线，却有一个 token 特别安静。</translation>
    </message>
    <message>
        <source>per token</source>
        <translation>按 token</translation>
    </message>
    <message>
        <source>per channel</source>
        <translation>按通道</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>一样</translation>
    </message>
    <message>
        <source>K per channel, V per token</source>
        <translation>K 按通道，V 按 token</translation>
    </message>
    <message>
        <source>Exception: layer 0</source>
        <translation>例外：第 0 层</translation>
    </message>
    <message>
        <source>int2 is usable with care</source>
        <translation>仔细分组，int2 能用</translation>
    </message>
    <message>
        <source>K before RoPE</source>
        <translation>RoPE 前的 K</translation>
    </message>
    <message>
        <source>Compare K before and after RoPE at 2 bits.</source>
        <translation>在 2 bit 下，把 RoPE 前和 RoPE 后的 K 各看一次。</translation>
    </message>
    <message>
        <source>about equal</source>
        <translation>差不多</translation>
    </message>
    <message>
        <source>There are no keys before RoPE, or their median is zero.</source>
        <translation>没有 RoPE 前的 K，或者中位通道是 0。</translation>
    </message>
    <message>
        <source>The median channel is zero.</source>
        <translation>中位通道是 0。</translation>
    </message>
    <message>
        <source>The median row of V is zero.</source>
        <translation>V 的中位行是 0。</translation>
    </message>
    <message>
        <source>There is no other token.</source>
        <translation>没有别的 token。</translation>
    </message>
    <message>
        <source>The attention output is zero.</source>
        <translation>注意力输出是 0。</translation>
    </message>
    <message>
        <source>{name} error √|x − \hat{x}| · per channel</source>
        <translation>{name} 误差 √|x − \hat{x}| · 按通道</translation>
    </message>
    <message>
        <source>{name} error √|x − \hat{x}| · per token</source>
        <translation>{name} 误差 √|x − \hat{x}| · 按 token</translation>
    </message>
    <message>
        <source>better by error</source>
        <translation>误差更小</translation>
    </message>
    <message>
        <source>output · per token</source>
        <translation>输出 · 按 token</translation>
    </message>
    <message>
        <source>output · per channel</source>
        <translation>输出 · 按通道</translation>
    </message>
    <message>
        <source>The largest channel of K is {k}× the median one, that of V {v}×. Token 0 gets {weight} of the attention. Its V is {norm}× as long as the median.</source>
        <translation>K 最大的通道是中位通道的 {k} 倍，V 的是 {v} 倍。token 0 拿走 {weight} 的注意力，它的 V 的长度是中位数的 {norm} 倍。</translation>
    </message>
    <message>
        <source>Error: the relative mean square Σ(x − \hat{x})^{2} / Σx^{2}, a ratio of powers.
Output: the attention output&apos;s error, ‖o − \hat{o}‖ / ‖o‖, a ratio of lengths.
A power of 4% is a length of 20%. A length can exceed 100%: attention may go to the wrong tokens. Then the difference can be longer than the output.</source>
        <translation>误差：相对均方误差 Σ(x − \hat{x})^{2} / Σx^{2}，是能量之比。
输出：注意力输出的误差 ‖o − \hat{o}‖ / ‖o‖，是长度之比。
能量的 4% 相当于长度的 20%。长度之比可以超过 100%：注意力跑到别的 token 上，差就可能比输出本身还长。</translation>
    </message>
    <message>
        <source>The KVQuant paper goes further. The few extreme values stay in fp16, in a sparse matrix: places and values. The rest is quantized, K before RoPE (arXiv 2401.18079). Here with uniform grids only.</source>
        <translation>KVQuant 论文更进一步：少数极端值单独用 fp16 存成稀疏矩阵（只记位置和值）。剩下的再量化，K 在 RoPE 前量化（arXiv 2401.18079）。这里只用均匀网格。</translation>
    </message>
    <message>
        <source>As in KVQuant</source>
        <translation>像 KVQuant 那样</translation>
    </message>
    <message>
        <source>First preset: note K&apos;s output error per channel at 2 bits. How many bits does K per token need to match it? Rest at 2 and 4 on the way.</source>
        <translation>第一个预设：记下 2 bit 时 K 按通道的输出误差。K 按 token 最少要几 bit 才追得上？路上在 2 和 4 停一下。</translation>
    </message>
    <message>
        <source>Find the head where V per channel wins most clearly. It wins by output error too. Layer and KV head are under More.</source>
        <translation>找到 V 按通道赢得最明显的那个头，连输出误差也赢。层和 KV 头在“更多”里。</translation>
    </message>
    <message>
        <source>Per token. The token that everything looks at is quiet: its V is short. In a column it gets the spacing of longer tokens. Then the largest weight multiplies its error.</source>
        <translation>按 token。大家都看的那个 token 很安静：它的 V 很短。按列分组时，它只能用别的 token 撑大的间距，误差再乘上最大的权重。</translation>
    </message>
    <message numerus="yes">
        <source>%n scale(s) or zero(s) exceed fp16 and are counted as 32 bits.</source>
        <translation>
            <numerusform>有 %n 个 scale 或 zero 超出 fp16 的范围，按 32 bit 计。</numerusform>
        </translation>
    </message>
    <message>
        <source>Token {token} &apos;{text}&apos;, channel {channel}</source>
        <translation>token {token}“{text}”，通道 {channel}</translation>
    </message>
    <message>
        <source>{where}: {name} = {value}</source>
        <translation>{where}：{name} = {value}</translation>
    </message>
    <message>
        <source>{where}: value {value}, kept exactly</source>
        <translation>{where}：原值 {value}，原样保留</translation>
    </message>
    <message>
        <source>{where}: value {value}, code {code}, read back as {read}, error {error}</source>
        <translation>{where}：原值 {value}，编码 {code}，读回 {read}，误差 {error}</translation>
    </message>
    <message>
        <source>{grouping}: output cosine {cosine}, KL {kl} nats, top-1 kept {top1}, without token 0 {rest}</source>
        <translation>{grouping}：输出余弦 {cosine}，KL {kl} nat，top-1 不变的占 {top1}，不算 token 0 占 {rest}</translation>
    </message>
    <message>
        <source>{name}, {rows}; {columns}</source>
        <translation>{name}，{rows}；{columns}</translation>
    </message>
    <message>
        <source>layer {layer}, KV head {head}; maps: tokens {first}–{last}; table: all {tokens}</source>
        <translation>第 {layer} 层，KV 头 {head}；图：token {first}–{last}；表：全部 {tokens} 个 token</translation>
    </message>
    <message>
        <source>after RoPE</source>
        <translation>RoPE 后</translation>
    </message>
    <message>
        <source>before RoPE</source>
        <translation>RoPE 前</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>K 取自</translation>
    </message>
    <message>
        <source>kept exactly</source>
        <translation>稀疏离群</translation>
    </message>
    <message>
        <source>group size</source>
        <translation>组大小</translation>
    </message>
    <message>
        <source>whole row or column</source>
        <translation>整行或整列</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>KV head</source>
        <translation>KV 头</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>起始 token</translation>
    </message>
    <message>
        <source>first channel</source>
        <translation>起始通道</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Notes</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>{first}
{second}</source>
        <translation>{first}
{second}</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>This setting could not be computed. The picture shows the one before.</source>
        <translation>这组设置没能算出来。图上仍是前一组的结果。</translation>
    </message>
</context>
<context>
    <name>Params</name>
    <message>
        <source>{setting} is not of the form id=value</source>
        <translation>{setting} 不是 id=value 的形式</translation>
    </message>
    <message>
        <source>{lab} has no parameter {id}; it has {known}</source>
        <translation>{lab} 没有参数 {id}；可用的参数有 {known}</translation>
    </message>
    <message>
        <source>{id} must be one of {allowed}, not {text}</source>
        <translation>{id} 只能取 {allowed} 之一，不能是 {text}</translation>
    </message>
    <message>
        <source>{id} must be a number from {low} to {high} in steps of {step}, not {text}</source>
        <translation>{id} 必须是 {low} 到 {high} 之间的数，步长 {step}，不能是 {text}</translation>
    </message>
    <message>
        <source>{id} must be on or off, not {text}</source>
        <translation>{id} 只能是 on 或 off，不能是 {text}</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>偏好设置</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>The preferences could not be read ({cause}). They are kept as {file}.</source>
        <translation>无法读取偏好设置（{cause}），原文件已另存为 {file}。</translation>
    </message>
</context>
<context>
    <name>Progress</name>
    <message>
        <source>Your progress could not be read ({cause}). It is kept as {file}.</source>
        <translation>你的进度读不出来（{cause}）。原文件留作 {file}。</translation>
    </message>
    <message>
        <source>Your progress is forgotten, all labs are reset. Undo takes it back.</source>
        <translation>进度已清除，所有实验都已还原。按撤销可以找回。</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>KV Lab: what I found out</source>
        <translation>KV cache 压缩实验报告</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>姓名</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>{done} of {all} done</source>
        <translation>完成 {done} / {all} 项</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>先猜再看</translation>
    </message>
    <message>
        <source>{guessed} of {all} guessed, {right} right</source>
        <translation>猜了 {guessed} / {all} 题，猜对 {right} 题</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>先猜再看</translation>
    </message>
    <message>
        <source>Settings and values</source>
        <translation>当前设置与测得的值</translation>
    </message>
    <message>
        <source>Not answered yet.</source>
        <translation>还没有猜。</translation>
    </message>
    <message>
        <source>Skipped. Answer: {right}
{reveal}</source>
        <translation>跳过了。答案：{right}
{reveal}</translation>
    </message>
    <message>
        <source>✓ My guess: {guess}
{reveal}</source>
        <translation>✓ 我猜：{guess}
{reveal}</translation>
    </message>
    <message>
        <source>✗ My guess: {guess}
Answer: {right}
{reveal}</source>
        <translation>✗ 我猜：{guess}
答案：{right}
{reveal}</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>实验报告</translation>
    </message>
    <message>
        <source>The report holds your tasks, your guesses, and every lab as it is set now. A name is written into the report only; it is kept nowhere else.</source>
        <translation>报告里有你完成的任务、你的猜测，以及每个实验此刻的设置和结果。姓名只写进报告，不会保存在别处。</translation>
    </message>
    <message>
        <source>Name (may be empty)</source>
        <translation>姓名（可不填）</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
</context>
<context>
    <name>SourceBox</name>
    <message>
        <source>Real activations</source>
        <translation>真实激活</translation>
    </message>
    <message>
        <source>Synthetic</source>
        <translation>合成数据</translation>
    </message>
    <message>
        <source>Source of the tensors</source>
        <translation>张量来源</translation>
    </message>
    <message>
        <source>Seed of the synthetic tensors</source>
        <translation>合成数据的随机种子</translation>
    </message>
</context>
<context>
    <name>State</name>
    <message>
        <source>it is larger than a KV Lab state can be</source>
        <translation>文件太大，不可能是 KV Lab 的状态文件</translation>
    </message>
    <message>
        <source>it is damaged, or no KV Lab state</source>
        <translation>文件已损坏，或不是 KV Lab 的状态文件</translation>
    </message>
    <message>
        <source>it comes from a newer KV Lab; please update this one</source>
        <translation>文件来自更新版本的 KV Lab，请先升级</translation>
    </message>
    <message>
        <source>Not understood, and left out: {names}</source>
        <translation>以下内容无法识别，未采用：{names}</translation>
    </message>
    <message>
        <source>The last session could not be read ({cause}). It is kept as {file}.</source>
        <translation>无法读取上次的状态（{cause}），原文件已另存为 {file}。</translation>
    </message>
    <message>
        <source>Written: {file}</source>
        <translation>已写入：{file}</translation>
    </message>
    <message>
        <source>it is no text</source>
        <translation>不是文本文件</translation>
    </message>
    <message>
        <source>it is damaged</source>
        <translation>文件已损坏</translation>
    </message>
    <message>
        <source>{file}: {cause}</source>
        <translation>{file}：{cause}</translation>
    </message>
</context>
<context>
    <name>Story</name>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>open</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>Predict, then look</source>
        <translation>先猜再看</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>✓ Your guess: {guess}
{reveal}</source>
        <translation>✓ 你猜的是：{guess}
{reveal}</translation>
    </message>
    <message>
        <source>✗ Your guess: {guess}
{reveal}</source>
        <translation>✗ 你猜的是：{guess}
{reveal}</translation>
    </message>
    <message>
        <source>Try it · {done} of {all} done</source>
        <translation>试一试 · 完成 {done} / {all}</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>试一试</translation>
    </message>
</context>
<context>
    <name>TogetherLab</name>
    <message>
        <source>✓ passes</source>
        <translation>✓ 通过</translation>
    </message>
    <message>
        <source>✗ memory</source>
        <translation>✗ 显存</translation>
    </message>
    <message>
        <source>✗ fidelity</source>
        <translation>✗ 保真度</translation>
    </message>
    <message>
        <source>fidelity not known</source>
        <translation>保真度未知</translation>
    </message>
    <message>
        <source>within the budget</source>
        <translation>在预算内</translation>
    </message>
    <message>
        <source>1 − cosine; grey: per token</source>
        <translation>1 − 余弦；灰色：按 token</translation>
    </message>
    <message>
        <source>1 − cosine; grey: KIVI groups</source>
        <translation>1 − 余弦；灰色：KIVI 分组</translation>
    </message>
    <message>
        <source>1: nothing is changed</source>
        <translation>1：什么都没变</translation>
    </message>
    <message>
        <source>no latent to measure on</source>
        <translation>没有潜向量可测</translation>
    </message>
    <message>
        <source>{bits} bits take {size}: {verdict}</source>
        <translation>{bits} bit 占 {size}：{verdict}</translation>
    </message>
    <message>
        <source>{first}; {second}</source>
        <translation>{first}；{second}</translation>
    </message>
    <message>
        <source>Bars of memory and of error. {rows}.</source>
        <translation>显存和误差的横条。{rows}。</translation>
    </message>
    <message>
        <source>{bits} bits: {size}; cosine {rows} per token, {kivi} with KIVI groups</source>
        <translation>{bits} bit：{size}；余弦：按 token {rows}，KIVI 分组 {kivi}</translation>
    </message>
    <message>
        <source>Bytes of one token</source>
        <translation>每 token 的字节数</translation>
    </message>
    <message>
        <source>another model</source>
        <translation>那是另一个模型</translation>
    </message>
    <message>
        <source>only by training</source>
        <translation>只能靠训练</translation>
    </message>
    <message>
        <source>MHA, {heads} heads · 16 bits</source>
        <translation>MHA {heads} 头 · 16 bit</translation>
    </message>
    <message>
        <source>{kind}, {heads} KV heads · 16 bits</source>
        <translation>{kind} {heads} 个 KV 头 · 16 bit</translation>
    </message>
    <message>
        <source>{bits} bits, per token</source>
        <translation>{bits} bit · 按 token</translation>
    </message>
    <message>
        <source>{bits} bits, KIVI groups</source>
        <translation>{bits} bit · KIVI 分组</translation>
    </message>
    <message>
        <source>MLA · 16 bits</source>
        <translation>MLA · 16 bit</translation>
    </message>
    <message>
        <source>MLA · {bits} bits, RoPE 16</source>
        <translation>MLA · {bits} bit（RoPE 16）</translation>
    </message>
    <message>
        <source>DeepSeek-V3 · {bits} bits</source>
        <translation>DeepSeek-V3 · {bits} bit</translation>
    </message>
    <message>
        <source>this model was trained with MLA: it has no KV heads</source>
        <translation>这个模型训练时就是 MLA，没有 KV 头</translation>
    </message>
    <message>
        <source>this model keeps compressed entries: no KV heads, no latent</source>
        <translation>这个模型存的是压缩过的条目：没有 KV 头，也没有潜向量</translation>
    </message>
    <message>
        <source>The model was trained with fewer KV heads. With a KV head for each query head it would be another model.</source>
        <translation>模型训练时就只有这么少的 KV 头。每个 query 头各配一个 KV 头，那是另一个模型。</translation>
    </message>
    <message>
        <source>The sample has K and V, but no latent to quantize.</source>
        <translation>样本里有 K 和 V，没有潜向量可以量化。</translation>
    </message>
    <message>
        <source>Cannot be had after the fact: MLA has to be trained in.</source>
        <translation>事后加不上：MLA 必须在训练时就这样设计。</translation>
    </message>
    <message>
        <source>The attention output is zero.</source>
        <translation>注意力输出是 0。</translation>
    </message>
    <message>
        <source>Bars of the bytes of one token in six steps, from {first} to {last}; the chosen step: {here}. Beside them the error of the attention output: 1 − cosine per token {rows}, with KIVI groups {kivi}.</source>
        <translation>每 token 字节数的六级横条，从 {first} 到 {last}，当前这一步是 {here}。旁边是注意力输出的误差：1 − 余弦，按 token {rows}，KIVI 分组 {kivi}。</translation>
    </message>
    <message>
        <source>{text}. {reason}</source>
        <translation>{text}。{reason}</translation>
    </message>
    <message>
        <source>{text}; cosine {cosine}, 1 − cosine = {gap}</source>
        <translation>{text}；余弦 {cosine}，1 − 余弦 = {gap}</translation>
    </message>
    <message>
        <source>{name}: {size} B per token; it was trained with MLA</source>
        <translation>{name}：每 token {size} B；它训练时就是 MLA</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>stored bits per value</source>
        <translation>等效位宽（bit）</translation>
    </message>
    <message>
        <source>KL of the next word (nat)</source>
        <translation>下一个词的 KL (nat)</translation>
    </message>
    <message>
        <source>Likeliest next word kept</source>
        <translation>最可能的下一个词不变</translation>
    </message>
    <message>
        <source>per token, groups of 64</source>
        <translation>按 token，每组 64</translation>
    </message>
    <message>
        <source>KIVI, groups of 32</source>
        <translation>KIVI，每组 32</translation>
    </message>
    <message>
        <source>KIVI, sink and last 32 in fp16</source>
        <translation>KIVI，sink 和最近 32 个留 fp16</translation>
    </message>
    <message>
        <source>Curves of the KL and of the likeliest next word against stored bits, and a table. KL at 2 bits: {worst} per token, {kivi} with KIVI groups, {best} with the sink and the last 32 tokens in fp16 as well.</source>
        <translation>KL 和最可能的下一个词随等效位宽变化的曲线，以及一张表。2 bit 时的 KL：按 token {worst}，KIVI 分组 {kivi}，再把 sink 和最近 32 个 token 留在 fp16 则是 {best}。</translation>
    </message>
    <message>
        <source>besides</source>
        <translation>另外</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token 数</translation>
    </message>
    <message>
        <source>row {group}</source>
        <translation>行 {group}</translation>
    </message>
    <message>
        <source>whole column</source>
        <translation>整列</translation>
    </message>
    <message>
        <source>column {group}</source>
        <translation>列 {group}</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>beyond it</source>
        <translation>超出预算</translation>
    </message>
    <message>
        <source>KIVI groups</source>
        <translation>KIVI 分组</translation>
    </message>
    <message>
        <source>no KV heads in this model</source>
        <translation>这个模型没有 KV 头</translation>
    </message>
    <message>
        <source>trained with MLA</source>
        <translation>训练时就是 MLA</translation>
    </message>
    <message>
        <source>{name}: {size} per token, {numbers} numbers at {bits} bits</source>
        <translation>{name}：每 token {size}，{numbers} 个数，每个 {bits} bit</translation>
    </message>
    <message>
        <source>KIVI + sink + last 32</source>
        <translation>KIVI + sink + 最近 32</translation>
    </message>
    <message>
        <source>top-1</source>
        <translation>top-1</translation>
    </message>
    <message>
        <source>pre</source>
        <translation>RoPE 前</translation>
    </message>
    <message>
        <source>Hadamard</source>
        <translation>Hadamard</translation>
    </message>
    <message>
        <source>K − mean</source>
        <translation>K − 均值</translation>
    </message>
    <message>
        <source>sink</source>
        <translation>sink</translation>
    </message>
    <message>
        <source>{bits} bits, K {k_bits} and V {v_bits} per value, text of {tokens} tokens: loss {loss}, KL {kl}, likeliest word kept {kept}</source>
        <translation>{bits} bit，K 每个数 {k_bits} bit，V {v_bits} bit，文本 {tokens} token：损失 {loss}，KL {kl}，最可能的词不变 {kept}</translation>
    </message>
    <message>
        <source>MQA, one KV head · 16 bits</source>
        <translation>MQA 1 个 KV 头 · 16 bit</translation>
    </message>
    <message>
        <source>MHA · 16 bits</source>
        <translation>MHA · 16 bit</translation>
    </message>
    <message>
        <source>GQA · 16 bits</source>
        <translation>GQA · 16 bit</translation>
    </message>
    <message>
        <source>Step {step}: {name}</source>
        <translation>第 {step} 步：{name}</translation>
    </message>
    <message>
        <source>Not here: {reason}.</source>
        <translation>这里没有这一步：{reason}。</translation>
    </message>
    <message>
        <source>Every query head has its own K and V. {name} is stored like this.</source>
        <translation>每个 query 头都有自己的 K 和 V。{name} 原本就是这样存的。</translation>
    </message>
    <message>
        <source>Every query head has its own K and V. {name} was not trained like this; it is the yardstick for all that follows.</source>
        <translation>每个 query 头都有自己的 K 和 V。{name} 不是这样训练的，这一步只当作后面各步的尺子。</translation>
    </message>
    <message>
        <source>{name} as it was trained: K and V in 16 bits.</source>
        <translation>{name} 训练时的样子：K 和 V 各 16 bit。</translation>
    </message>
    <message>
        <source>{queries} query heads share {heads} KV heads: {factor} smaller. That is decided before training. {name} is stored like this.</source>
        <translation>{queries} 个 query 头共用 {heads} 个 KV 头，压缩比 {factor}。这在训练之前就定了。{name} 原本就是这样存的。</translation>
    </message>
    <message>
        <source>One latent of {width} numbers and {rope} for RoPE per layer: {name} was trained like this.</source>
        <translation>每层一个 {width} 维的潜向量，加 {rope} 维的 RoPE 部分：{name} 就是这样训练的。</translation>
    </message>
    <message>
        <source>Why two bars are equal</source>
        <translation>为什么这两条一样长？</translation>
    </message>
    <message>
        <source>GQA keeps {numbers} numbers per layer. At {bits} bits that is {numbers} × {bits} / 16 = {same} numbers of 16 bits. MLA keeps 512 + 64 = 576.</source>
        <translation>GQA 每层存 {numbers} 个数。每个 {bits} bit，就是 {numbers} × {bits} / 16 = {same} 个 16 bit 的数。MLA 存 512 + 64 = 576 个，正好相等。</translation>
    </message>
    <message>
        <source>An average</source>
        <translation>这是平均数</translation>
    </message>
    <message>
        <source>Not every layer of this model keeps every token. The bytes per token are the mean over {tokens} tokens; More has the context.</source>
        <translation>这个模型不是每层都保留每个 token。每 token 的字节数是 {tokens} 个 token 上的平均，上下文长度在“更多”里。</translation>
    </message>
    <message>
        <source>What the cosine is</source>
        <translation>余弦是什么</translation>
    </message>
    <message>
        <source>Where the bits go</source>
        <translation>bit 花在哪里</translation>
    </message>
    <message>
        <source>Which errors matter</source>
        <translation>哪些误差要紧</translation>
    </message>
    <message>
        <source>What can be done afterwards</source>
        <translation>哪些能事后做</translation>
    </message>
    <message>
        <source>Groups and bits: with any finished model. KV heads (GQA) and the latent (MLA): in training only (lab 05).</source>
        <translation>换分组、压位宽：任何训好的模型都行。KV 头数（GQA）和潜向量（MLA）：只能在训练时定（实验 05）。</translation>
    </message>
    <message>
        <source>They multiply, but not fully</source>
        <translation>两段收益相乘，但打了折</translation>
    </message>
    <message>
        <source>In one sentence</source>
        <translation>一句话</translation>
    </message>
    <message>
        <source>DeepSeek&apos;s 90%</source>
        <translation>DeepSeek 砍掉的 90%</translation>
    </message>
    <message>
        <source>DeepSeek-V3 beside it</source>
        <translation>旁边的 DeepSeek-V3</translation>
    </message>
    <message>
        <source>MHA, GQA, MLA</source>
        <translation>MHA、GQA、MLA</translation>
    </message>
    <message>
        <source>saved by fewer numbers</source>
        <translation>少存数省下的</translation>
    </message>
    <message>
        <source>saved by fewer bits</source>
        <translation>压位宽省下的</translation>
    </message>
    <message>
        <source>DeepSeek-67B · GQA {heads} · {layers} layers · {bits} bits</source>
        <translation>DeepSeek-67B · GQA {heads} 头 · {layers} 层 · {bits} bit</translation>
    </message>
    <message>
        <source>DeepSeek-V2 · MLA · {layers} layers · {bits} bits</source>
        <translation>DeepSeek-V2 · MLA · {layers} 层 · {bits} bit</translation>
    </message>
    <message>
        <source>DeepSeek-V2 · MLA · about {bits} bits</source>
        <translation>DeepSeek-V2 · MLA · 平均 {bits} bit</translation>
    </message>
    <message>
        <source>Bars of the bytes of one token: DeepSeek-67B {dense}, DeepSeek-V2 {latent} at 16 bits and {quantized} at 6.</source>
        <translation>每 token 字节数的横条：DeepSeek-67B {dense}，DeepSeek-V2 在 16 bit 时 {latent}，6 bit 时 {quantized}。</translation>
    </message>
    <message>
        <source>95 layers × 2 × 8 KV heads × 128 × 16 bits = {size} B</source>
        <translation>95 层 × 2 × 8 个 KV 头 × 128 × 16 bit = {size} B</translation>
    </message>
    <message>
        <source>60 layers × (512 + 64) × 16 bits = {size} B</source>
        <translation>60 层 × (512 + 64) × 16 bit = {size} B</translation>
    </message>
    <message>
        <source>60 layers × (512 + 64) × 6 bits = {size} B</source>
        <translation>60 层 × (512 + 64) × 6 bit = {size} B</translation>
    </message>
    <message>
        <source>Fewer numbers</source>
        <translation>少存数</translation>
    </message>
    <message>
        <source>Fewer bits</source>
        <translation>压位宽</translation>
    </message>
    <message>
        <source>The yardstick decides</source>
        <translation>看你拿什么当尺子</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>出处</translation>
    </message>
    <message>
        <source>93.3%, 60 layers, 6 bits on average: DeepSeek-V2, arXiv 2405.04434. 95 layers, 8 KV heads: DeepSeek LLM, arXiv 2401.02954, table 2.</source>
        <translation>93.3%、60 层、平均 6 bit：DeepSeek-V2，arXiv 2405.04434。95 层、8 个 KV 头：DeepSeek LLM，arXiv 2401.02954，表 2。</translation>
    </message>
    <message>
        <source>This setting</source>
        <translation>这个设置</translation>
    </message>
    <message>
        <source>Two constraints</source>
        <translation>两个约束</translation>
    </message>
    <message>
        <source>A bit less saves memory and lowers the cosine. Other groups move the cosine and cost no byte.</source>
        <translation>少一个 bit，显存省了，余弦也低了。换分组能抬高余弦，一个字节都不多花。</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>The model&apos;s own weights are not counted here; lab 04 can. Caches are one per user, weights are there once.</source>
        <translation>这里没算模型权重，实验 04 可以算。cache 每个用户一份，权重只有一份。</translation>
    </message>
    <message>
        <source>{total} do not go into {capacity}</source>
        <translation>{total} 放不进 {capacity}</translation>
    </message>
    <message>
        <source>the mean cosine {cosine} is under {budget}</source>
        <translation>平均余弦 {cosine} 低于 {budget}</translation>
    </message>
    <message>
        <source>Memory and fidelity both hold.</source>
        <translation>显存够，保真度也够。</translation>
    </message>
    <message>
        <source>Memory fails: {memory}.</source>
        <translation>卡在显存：{memory}。</translation>
    </message>
    <message>
        <source>Fidelity fails: {fidelity}. Memory would do.</source>
        <translation>卡在保真度：{fidelity}。显存是够的。</translation>
    </message>
    <message>
        <source>Both fail: {memory}, and {fidelity}.</source>
        <translation>两个都不行：{memory}，而且{fidelity}。</translation>
    </message>
    <message>
        <source>Memory is enough. The sample has K and V of heads, but nothing like this model&apos;s cache, so the fidelity is not known.</source>
        <translation>显存够。样本里只有各个头的 K 和 V，没有这个模型那样的 cache，所以保真度未知。</translation>
    </message>
    <message>
        <source>What would make them fit</source>
        <translation>怎样才放得下</translation>
    </message>
    <message>
        <source>Which mean?</source>
        <translation>什么的平均？</translation>
    </message>
    <message>
        <source>Row, column, besides</source>
        <translation>行、列、另外</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>局限</translation>
    </message>
    <message>
        <source>Measured beforehand</source>
        <translation>事先测好的</translation>
    </message>
    <message>
        <source>{model}, the whole model, texts of {first} and {second} tokens. K and V of every layer are quantized and read back, then held against fp16. Nothing of it is computed now.</source>
        <translation>{model}，整个模型，文本长 {first} 和 {second} 个 token。每一层的 K 和 V 都量化再读回，和 fp16 的 cache 比。这些数不是现在算的。</translation>
    </message>
    <message>
        <source>Does int2 break?</source>
        <translation>int2 会翻车吗？</translation>
    </message>
    <message>
        <source>Rule of thumb: yes. Measured, the loss rises: grouped per token by {rows}, in KIVI groups by {kivi}. With the sink and the last 32 tokens in fp16 it rises by {kept}. Reason: large channels have their own grid, and the quiet token is left alone.</source>
        <translation>经验规律：会。实测损失增加：按 token {rows}，KIVI 分组 {kivi}。再把 sink 和最近 32 个 token 留在 fp16，只增加 {kept}。原因：大通道有自己的网格，安静的 token 原样保留。</translation>
    </message>
    <message>
        <source>Only K, only V</source>
        <translation>只 K，只 V</translation>
    </message>
    <message>
        <source>Measured beforehand on {model}, {count} ways of storing, texts of {first} and {second} tokens</source>
        <translation>事先在 {model} 上测好，{count} 行，文本长 {first} 和 {second} 个 token</translation>
    </message>
    <message>
        <source>The five put together</source>
        <translation>把这五件事串起来</translation>
    </message>
    <message>
        <source>view</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>链条</translation>
    </message>
    <message>
        <source>Challenge</source>
        <translation>挑战</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>From MHA in 16 bits, 0, to MLA with a quantized latent.</source>
        <translation>从第 0 步 16 bit 的 MHA，到潜向量也量化的 MLA。</translation>
    </message>
    <message>
        <source>Bits of a code, where a step quantizes.</source>
        <translation>需要量化的步骤里，每个数的位宽。</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Per token</source>
        <translation>按 token</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Whose layers and heads the bytes are of.</source>
        <translation>字节按哪个模型的层数和头数来算。</translation>
    </message>
    <message>
        <source>users</source>
        <translation>用户数</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>cosine at least</source>
        <translation>余弦不低于</translation>
    </message>
    <message>
        <source>The budget of fidelity: a mean over the sample.</source>
        <translation>保真度的预算，是样本上的平均。</translation>
    </message>
    <message>
        <source>chain of</source>
        <translation>链条</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>所选模型</translation>
    </message>
    <message>
        <source>DeepSeek&apos;s 93.3%</source>
        <translation>DeepSeek 的 93.3%</translation>
    </message>
    <message>
        <source>K and V</source>
        <translation>K 和 V</translation>
    </message>
    <message>
        <source>Only K</source>
        <translation>只 K</translation>
    </message>
    <message>
        <source>Only V</source>
        <translation>只 V</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Cost: effective bits, that is stored bits per value, scale and zero included.
Loss: how many nats dearer the right next word gets.
KL: how far the odds of the next word move, in nats.
Top-1: how often the likeliest next word stays the same.
A loss under 0.03 is noise here: read the KL.</source>
        <translation>等效：等效位宽，每个数连同 scale、zero 一共占几 bit。
损失：猜中下一个词要多付几 nat。
KL：下一个词的概率分布移动了多远，单位 nat。
top-1：最可能的下一个词不变的比例。
这里损失在 0.03 以下都是噪声，要看 KL。</translation>
    </message>
    <message>
        <source>Row 64: 64 channels of a token share a scale; row 192 spans the 3 KV heads.
Column 32: 32 tokens of a channel share one.
Sink: token 0, which most queries attend to, stays in fp16.
R=32: the residual window, the last 32 tokens, stays in fp16.
Pre: K is quantized before RoPE, the position encoding.
1%: the extreme values of each vector stay in fp16.
K − mean: K is quantized after its mean is taken off.
Hadamard: a rotation that spreads outliers over all channels.</source>
        <translation>行 64：一个 token 的 64 个通道共用一个 scale；行 192 横跨 3 个 KV 头。
列 32：一个通道的 32 个 token 共用一个。
sink：多数 query 最关注的 token 0 留 fp16。
R=32：全精度窗口，最近 32 个 token 留 fp16。
RoPE 前：K 在旋转位置编码之前量化。
1%：每个向量里最极端的值留 fp16。
K − 均值：K 先减去均值再量化。
Hadamard：一种旋转，把离群值摊到所有通道上。</translation>
    </message>
    <message>
        <source>One small model, two short texts of one author. Nothing here says how a 7B behaves. In so short a text the last 32 tokens get much of the attention. In a long one they do not, but they cost next to nothing.</source>
        <translation>一个小模型，同一作者的两段短文：不能说明 7B 会怎样。文本这么短，最近 32 个 token 占了注意力的一大块。长文本里不是这样，但它们几乎不占空间。</translation>
    </message>
    <message>
        <source>4 bits per token: KL {k} for K only, {v} for V only, {factor} less. With KIVI groups {k_kivi} and {v_kivi}. Once K is grouped well, they differ by a factor of {kivi}.</source>
        <translation>4 bit 按 token：只压 K 的 KL 是 {k}，只压 V 是 {v}，相差 {factor}。换成 KIVI 分组是 {k_kivi} 和 {v_kivi}：K 分对了组，就只差 {kivi} 倍。</translation>
    </message>
    <message>
        <source>93.3%: DeepSeek-V2, arXiv 2405.04434; 95 layers: DeepSeek LLM, arXiv 2401.02954</source>
        <translation>93.3%：DeepSeek-V2，arXiv 2405.04434；95 层：DeepSeek LLM，arXiv 2401.02954</translation>
    </message>
    <message>
        <source>layers {layers}; bytes of {name}</source>
        <translation>第 {layers} 层；字节按 {name} 算</translation>
    </message>
    <message>
        <source>Who shares a scale in the challenge.
In the chain the two are steps 2 and 3.</source>
        <translation>挑战里谁和谁共用一个 scale。
链条里，两种分组就是第 2 步和第 3 步。</translation>
    </message>
    <message>
        <source>Tokens of one user; 32K are 32&#xa0;768.</source>
        <translation>一个用户的 token 数；32K 是 32&#xa0;768。</translation>
    </message>
    <message>
        <source>All rows</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} token</translation>
    </message>
    <message>
        <source>quantized</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>两段都要</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>The sample has nothing like this model&apos;s cache.</source>
        <translation>样本里没有这个模型那样的 cache。</translation>
    </message>
    <message>
        <source>This was not measured at these bits.</source>
        <translation>这个位宽没有测过。</translation>
    </message>
    <message>
        <source>Where 93.3% comes from</source>
        <translation>93.3% 是怎么来的</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>一步一步走</translation>
    </message>
    <message>
        <source>Same bytes, better groups</source>
        <translation>字节不变，换分组</translation>
    </message>
    <message>
        <source>As long as MLA</source>
        <translation>和 MLA 一样长</translation>
    </message>
    <message>
        <source>16 users × 32K</source>
        <translation>16 人 × 32K</translation>
    </message>
    <message>
        <source>The whole model at 2 bits</source>
        <translation>整个模型用 2 bit</translation>
    </message>
    <message>
        <source>4 bits: rest on per token, then on KIVI groups. Same bytes; what happens to the cosine?</source>
        <translation>4 bit：先停在按 token，再停在 KIVI 分组。同样的字节，余弦变了多少？</translation>
    </message>
    <message>
        <source>Find a step with GQA and one with MLA that take the same bytes. Rest on both.</source>
        <translation>找出两步一样长的：一步是 GQA，一步是 MLA。两步都停一下。</translation>
    </message>
    <message>
        <source>1 − cosine = {gap}</source>
        <translation>1 − 余弦 = {gap}</translation>
    </message>
    <message>
        <source>per token</source>
        <translation>按 token</translation>
    </message>
    <message>
        <source>✗ both</source>
        <translation>✗ 两个都不行</translation>
    </message>
    <message>
        <source>{bits} bits ✓ passes</source>
        <translation>{bits} bit ✓ 通过</translation>
    </message>
    <message>
        <source>{bits} bits ✗ memory</source>
        <translation>{bits} bit ✗ 显存</translation>
    </message>
    <message>
        <source>{bits} bits ✗ fidelity</source>
        <translation>{bits} bit ✗ 保真度</translation>
    </message>
    <message>
        <source>{bits} bits ✗ both</source>
        <translation>{bits} bit ✗ 都不行</translation>
    </message>
    <message>
        <source>{bits} bits</source>
        <translation>{bits} bit</translation>
    </message>
    <message>
        <source>{users} × {tokens} on one {card}, {size}</source>
        <translation>{users} × {tokens}，一张 {card}，{size}</translation>
    </message>
    <message>
        <source>Bytes of a token, {name}</source>
        <translation>每 token 字节数：{name}</translation>
    </message>
    <message>
        <source>Bytes of a token, {name}, {layers} layers</source>
        <translation>每 token 字节数：{name}，{layers} 层</translation>
    </message>
    <message>
        <source>DeepSeek-V3 · 16 → {bits} bits</source>
        <translation>DeepSeek-V3 · 16 → {bits} bit</translation>
    </message>
    <message>
        <source>Error of the output: 1 − cosine</source>
        <translation>注意力输出的误差：1 − 余弦</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>等效</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>A group is 64 numbers of a row, with 16 + 16 bits for scale and zero. So {bits} bits become {effective}, the effective bits. Any finished model can be stored so.</source>
        <translation>一行里每 64 个数一组，scale 和 zero 各 16 bit。{bits} bit 的等效位宽是 {effective} bit。任何训好的模型都能这样存。</translation>
    </message>
    <message>
        <source>As many bytes, other groups. K: 64 tokens of a channel; V: 64 numbers of a row. K&apos;s large channels now spoil only themselves (lab 03).</source>
        <translation>字节一样多，只换分组。K 把一个通道里的 64 个 token 分成一组，V 把一行里的 64 个数分成一组。K 的大通道只影响它自己（实验 03）。</translation>
    </message>
    <message>
        <source>The latent is quantized, the RoPE part stays in 16 bits. That is {gain} less than MLA in 16 bits.</source>
        <translation>潜向量量化，RoPE 部分留在 16 bit：相对 16 bit 的 MLA 再压 {gain}。</translation>
    </message>
    <message>
        <source>One latent of 512 numbers and 64 for RoPE per layer in place of K and V. That cannot be had after the fact. The model would have to be trained so (lab 05).</source>
        <translation>每层不存 K 和 V，只存 512 维的潜向量加 64 维的 RoPE 部分。这事后加不上：模型必须一开始就这样训练（实验 05）。</translation>
    </message>
    <message>
        <source>K and V are quantized and read back: how far does the attention output turn? 1 is unchanged. It is the mean over {outputs} outputs, each a layer, a query head and a query. The bytes are the big model&apos;s. K and V are those named below the picture, in groups of 64.</source>
        <translation>K 和 V 量化后再读回来，注意力输出转了多大角度；1 是没变。这是 {outputs} 个输出的平均，每个输出对应一层、一个 query 头、一个 query。字节算的是上面的大模型；K 和 V 用的是图下面写的那一份，每组 64 个数。</translation>
    </message>
    <message>
        <source>A code of 4 bits has 16 grid lines; scale and zero make it 4.5 bits (lab 01). Then layers × KV heads × head width × tokens × users (lab 04).</source>
        <translation>4 bit 有 16 条网格线，算上 scale 和 zero 是 4.5 bit（实验 01）。再乘层数 × KV 头数 × 头维度 × token 数 × 用户数（实验 04）。</translation>
    </message>
    <message>
        <source>Softmax forgives a K that nobody looks at; V&apos;s errors average out (lab 02). A large channel is not forgiven. It stretches the grid of all, unless it has its own (lab 03).</source>
        <translation>没人看的 K 错了，softmax 不计较；V 的误差会被平均掉（实验 02）。大通道不行：它会把大家的网格撑宽，除非自成一组（实验 03）。</translation>
    </message>
    <message>
        <source>MLA {latent}, {bits} bits on top {gain}: {both} in all. It is not {latent} times {nominal}. Every group pays for its scale and zero. And the RoPE part stays in 16 bits.</source>
        <translation>MLA 是 {latent}，再压到 {bits} bit 是 {gain}，合起来 {both}。不是 {latent} 再乘 {nominal}：每组要付 scale 和 zero 的钱，RoPE 部分还是 16 bit。</translation>
    </message>
    <message>
        <source>The token all attend to is quiet: a low average error hides that it is spoiled.</source>
        <translation>大家都在看的那个 token 偏偏很安静：平均误差再小，也可能早就弄坏了它。</translation>
    </message>
    <message>
        <source>The paper says 93.3%, against an older model. Fewer numbers and fewer bits do it together. The first preset takes them apart.</source>
        <translation>论文说的是 93.3%，比的是更早的一个模型：少存数和压位宽合在一起。第一个预设把两者拆开。</translation>
    </message>
    <message>
        <source>It was trained with MLA: 61 layers of 512 + 64 numbers, {plain} B per token. {name}: {coded} B.</source>
        <translation>训练时就用 MLA 的模型，61 层，每层 512 + 64 个数：每 token {plain} B。{name}：{coded} B。</translation>
    </message>
    <message>
        <source>MHA, multi-head attention: a KV head for each query head.
GQA, grouped-query attention: several query heads share a KV head.
MLA, multi-head latent attention: one latent vector for all heads. Its RoPE part carries the position.</source>
        <translation>MHA（多头注意力）：每个 query 头配一个 KV 头。
GQA（分组查询注意力）：几个 query 头共用一个 KV 头。
MLA（多头潜在注意力）：所有头共用一个潜向量，位置信息（RoPE 部分）另存。</translation>
    </message>
    <message>
        <source>The quiet sink</source>
        <translation>安静的 sink</translation>
    </message>
    <message>
        <source>Most queries attend to token 0, whatever it is: the attention sink. Its V is short, we call it quiet.</source>
        <translation>多数 query 最关注 token 0，不管它是什么字：这叫注意力汇聚（sink）。它的 V 很短，所以说它安静。</translation>
    </message>
    <message>
        <source>Per token, KIVI groups</source>
        <translation>按 token、KIVI 分组</translation>
    </message>
    <message>
        <source>Per token: the numbers of a token&apos;s row share a scale (lab 01).
KIVI groups: in K the tokens of a channel share one, V stays per token. KIVI is a paper (arXiv 2402.02750).</source>
        <translation>按 token：一个 token 的一行数共用一个 scale（实验 01）。
KIVI 分组：K 的同一通道里，若干 token 共用一个 scale；V 仍按 token。KIVI 取自论文名（arXiv 2402.02750）。</translation>
    </message>
    <message>
        <source>Per layer MLA keeps 512 + 64 = 576 numbers. GQA with 8 KV heads keeps 2 × 8 × 128 = 2&#xa0;048. And V2 has 60 layers, DeepSeek-67B 95; those 95 are the older paper&apos;s.</source>
        <translation>每层 MLA 存 512 + 64 = 576 个数，8 个 KV 头的 GQA 存 2 × 8 × 128 = 2&#xa0;048 个。而且 V2 只有 60 层，DeepSeek-67B 有 95 层：95 层出自更早的那篇论文。</translation>
    </message>
    <message>
        <source>V2 was served with 6 bits per number on average. DeepSeek-67B is counted with 16. The cards split the 93.3% into the two.</source>
        <translation>V2 部署时平均每个数 6 bit，DeepSeek-67B 按 16 bit 算。上面的卡片把 93.3% 拆成这两部分。</translation>
    </message>
    <message>
        <source>V2 has 128 heads; as MHA they would take {mha} B. Against that, MLA in 16 bits would save {saving}.</source>
        <translation>V2 有 128 个头，若用 MHA 要存 {mha} B。和它比，16 bit 的 MLA 能省 {saving}。</translation>
    </message>
    <message>
        <source>Each of these alone is enough:
{ways}</source>
        <translation>下面任选一条就够：
{ways}</translation>
    </message>
    <message>
        <source>Fidelity is the mean cosine of {outputs} attention outputs; 1 is unchanged. They are every layer, query head and query of the sample, in groups of 64. A mean hides its tail: here {share} are above 0.99, the lowest is {lowest}.</source>
        <translation>保真度是 {outputs} 个注意力输出的平均余弦；1 是没变。样本里的每一层、每个 query 头、每个 query 都算，K 和 V 每组 64 个数。平均会藏住尾巴：这里高于 0.99 的占 {share}，最低的是 {lowest}。</translation>
    </message>
    <message>
        <source>Cost, loss, KL, top-1</source>
        <translation>等效位宽、损失、KL、top-1</translation>
    </message>
    <message>
        <source>DeepSeek-V2 stores 93.3% less than DeepSeek-67B: by fewer numbers, and by fewer bits.</source>
        <translation>DeepSeek-V2 比 DeepSeek-67B 少存 93.3%：一部分靠少存数，一部分靠压位宽。</translation>
    </message>
    <message>
        <source>{users} users × {tokens} on one card, cosine at least {budget}: memory wants fewer bits, fidelity more.</source>
        <translation>{users} 人 × {tokens}，一张卡，余弦不低于 {budget}：显存要少 bit，保真度要多 bit。</translation>
    </message>
    <message>
        <source>What the whole model then says: measured beforehand on {model}.</source>
        <translation>整个模型最后会说什么：事先在 {model} 上测好的。</translation>
    </message>
    <message>
        <source>One model in six steps: fewer heads, fewer bits, better groups, a latent vector. What does each save, what does it spoil?</source>
        <translation>同一个模型走六步：少存头，压位宽，选对分组，再换成潜向量；每一步都看省了多少、错了多少。</translation>
    </message>
    <message>
        <source>Challenge: the 70B on one H100 for 16 users with 32K each. Cosine at least 0.990: which setting passes?</source>
        <translation>挑战：70B，16 人 × 32K，一张 H100，余弦不低于 0.990。哪个设置能通过？</translation>
    </message>
    <message>
        <source>DeepSeek-V2 stores 93.3% less per token than DeepSeek-67B. It uses 6 bits instead of 16. How much would MLA save alone, in 16 bits?</source>
        <translation>DeepSeek-V2 每 token 比 DeepSeek-67B 少存 93.3%，而且是 6 bit 对 16 bit。如果都用 16 bit，单靠 MLA 能省多少？</translation>
    </message>
    <message>
        <source>82.2%: 60 × 576 numbers instead of 95 × 2&#xa0;048. The rest of the 93.3% is 6 bits instead of 16. The 95 layers are the older paper&apos;s.</source>
        <translation>82.2%：60 × 576 个数，对 95 × 2&#xa0;048 个数。93.3% 里剩下的，来自 6 bit 代替 16 bit。95 层出自更早的那篇论文。</translation>
    </message>
    <message>
        <source>smaller than MHA in 16 bits</source>
        <translation>相对 MHA 16 bit</translation>
    </message>
    <message>
        <source>stored per token</source>
        <translation>每 token</translation>
    </message>
    <message>
        <source>output cosine</source>
        <translation>注意力输出余弦</translation>
    </message>
    <message>
        <source>effective bits per number</source>
        <translation>等效位宽（bit）</translation>
    </message>
    <message>
        <source>{count} numbers per token</source>
        <translation>每 token {count} 个数</translation>
    </message>
    <message>
        <source>{numbers} fewer numbers, {bits} fewer bits</source>
        <translation>靠少存数 {numbers}，靠压位宽 {bits}</translation>
    </message>
    <message>
        <source>less per token, as the paper says</source>
        <translation>每 token 少存，论文的数</translation>
    </message>
    <message>
        <source>of it by fewer numbers: both in 16 bits</source>
        <translation>其中靠少存数：都用 16 bit</translation>
    </message>
    <message>
        <source>the rest: 6 bits instead of 16</source>
        <translation>其余靠 6 bit 代替 16 bit</translation>
    </message>
    <message>
        <source>per token, instead of {size}</source>
        <translation>每 token，原来 {size}</translation>
    </message>
    <message>
        <source>this setting</source>
        <translation>这个设置</translation>
    </message>
    <message>
        <source>of {size}</source>
        <translation>可用 {size}</translation>
    </message>
    <message>
        <source>fit, {users} wanted; weights not counted</source>
        <translation>份放得下，要 {users} 份；没算权重</translation>
    </message>
    <message>
        <source>mean output cosine, at least {budget} wanted</source>
        <translation>平均输出余弦，要求不低于 {budget}</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>没有测</translation>
    </message>
    <message>
        <source>likeliest word kept: {share}</source>
        <translation>最可能的词不变 {share}</translation>
    </message>
    <message>
        <source>loss, {curve}</source>
        <translation>损失：{curve}</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>KV Lab · KV cache compression, hands on</source>
        <translation>KV Lab · KV cache 压缩实验室</translation>
    </message>
    <message>
        <source>Labs</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Change language to Chinese</source>
        <translation>切换到英文</translation>
    </message>
    <message>
        <source>All that opens (*.kvlab *.png *.svg *.pdf *.json *.gguf)</source>
        <translation>可以打开的文件 (*.kvlab *.png *.svg *.pdf *.json *.gguf)</translation>
    </message>
    <message>
        <source>KV Lab files (*.kvlab)</source>
        <translation>KV Lab 文件 (*.kvlab)</translation>
    </message>
    <message>
        <source>Figures made by KV Lab (*.png *.svg *.pdf)</source>
        <translation>KV Lab 导出的图 (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>Models (*.json *.gguf)</source>
        <translation>模型文件 (*.json *.gguf)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>Save the handout</source>
        <translation>保存课堂讲义</translation>
    </message>
    <message>
        <source>Change colours, now: {name}</source>
        <translation>更换配色，当前：{name}</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>从头开始</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>bits</source>
        <translation>bits</translation>
    </message>
    <message numerus="yes">
        <source>%n bit(s)</source>
        <translation>
            <numerusform>%n bit</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} 个 token</translation>
    </message>
    <message>
        <source>scale and zero</source>
        <translation>scale 与 zero</translation>
    </message>
    <message>
        <source>exact, counted as 16 bits</source>
        <translation>精确值，按 16 bit 计</translation>
    </message>
    <message>
        <source>rounded to fp16 first</source>
        <translation>先舍入到 fp16</translation>
    </message>
    <message>
        <source>Papers simulate with exact numbers; engines store fp16.</source>
        <translation>论文模拟时用精确值，推理引擎存的是 fp16。</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>K, V and the cache</source>
        <translation>K、V 和 KV cache</translation>
    </message>
    <message>
        <source>A language model writes token by token. A token is a word or a piece of one. Each token leaves two vectors in every layer and head. K is what later queries are compared with, V is what they fetch. Both are kept, not computed again: that is the KV cache.</source>
        <translation>语言模型逐个 token 往下写，token 大致是一个字或一个词。每个 token 在每一层、每个头都留下两个向量。K 供后面的 query 比对，V 是比对之后要取走的内容。它们存下来，不再重算，这就是 KV cache。</translation>
    </message>
    <message>
        <source>Where the tensors come from</source>
        <translation>数据从哪里来</translation>
    </message>
    <message>
        <source>Real activations: what a small language model computed while it read a text.
Synthetic: drawn at random from a seed, with the outliers of the textbook.</source>
        <translation>真实激活：一个小语言模型读一段文字时真正算出来的数。
合成数据：按种子随机生成，带着教科书里说的离群值。</translation>
    </message>
    <message>
        <source>{first}
{second}</source>
        <translation>{first}
{second}</translation>
    </message>
    <message>
        <source>{first} · {second}</source>
        <translation>{first} · {second}</translation>
    </message>
    <message>
        <source>Data: synthetic tensors, seed {seed} · {where}</source>
        <translation>数据：合成张量，种子 {seed} · {where}</translation>
    </message>
    <message>
        <source>Data: {name}, real activations · {where}</source>
        <translation>数据：{name}，真实激活 · {where}</translation>
    </message>
</context>
</TS>
